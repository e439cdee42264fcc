// Opens a window through a WebDriver and waits until it shows cards: node window.mjs PORT PROGRAM. Prints the first card.
const [port, program] = process.argv.slice(2);
/** How long the window may take, on a busy machine. */
const DEADLINE = Date.now() + 300_000;

async function ask(method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function until(description, attempt) {
  for (;;) {
    let last;
    try {
      last = await attempt();
      if (last) return last;
    } catch (error) {
      last = error.message;
    }
    if (Date.now() > DEADLINE) throw new Error(`not in time: ${description} (${last})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

await until("the driver listens", () => ask("GET", "/status"));
const { sessionId } = await ask("POST", "/session", {
  capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: program, args: [] } } },
});
try {
  const card = await until("a card is shown", () =>
    ask("POST", `/session/${sessionId}/execute/sync`, {
      script: `return document.querySelector('[data-testid="card"][data-tool^="demo."]')?.innerText`,
      args: [],
    }),
  );
  console.log(card);
} finally {
  await ask("DELETE", `/session/${sessionId}`);
}
