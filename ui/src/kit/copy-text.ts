// Puts a text on the clipboard, also one that has to be asked for first.

export type Copied = string | (() => Promise<string>);

/** WebKit takes only what is given while the press is handled: the promise itself is given, not what comes of it. */
export async function copyText(text: Copied): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const asked = text();
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await asked);
  const blob = asked.then((words) => new Blob([words], { type: "text/plain" }));
  // Thrown below, where it is known whether the clipboard wanted it.
  blob.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  } catch {
    // A clipboard that takes no promise may still take the words.
    await navigator.clipboard.writeText(await asked);
  }
}
