// The command line of the conformance suite inside this process: loading it takes longer than most of its scenarios.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const commands = new AsyncLocalStorage();
let copies = 0;
// One after the other: the suite says nothing of which copy it is.
let loading = Promise.resolve();

// What a command prints and how it ends belongs to that command; several run at the same time.
for (const method of ["log", "info", "warn", "error"]) {
  const print = console[method].bind(console);
  console[method] = (...words) => {
    const command = commands.getStore();
    if (!command) return print(...words);
    if (command.code === undefined) command.output += `${words.map((word) => word?.stack ?? String(word)).join(" ")}\n`;
  };
}
const exit = process.exit.bind(process);
process.exit = (code) => {
  const command = commands.getStore();
  if (!command) return exit(code);
  command.code ??= code ?? 0;
  // Nothing after it runs; the suite catches this and exits again, which changes nothing.
  throw new Error("the command has ended");
};

// The suite has no way to give a token, and a program in between would have an address of its own, so that `Host` and `Origin`
// would not be what they are. It asks in two ways: undici (which is behind fetch as well) and node:http.
function authorize(add) {
  const token = commands.getStore()?.token;
  if (token !== undefined) add("authorization", `Bearer ${token}`);
}
subscribe("undici:request:create", ({ request }) => authorize(request.addHeader.bind(request)));
subscribe("http.client.request.created", ({ request }) => authorize(request.setHeader.bind(request)));

/** The path of a suite by the name of its package. */
export function suitePath(name) {
  return fileURLToPath(new URL(`node_modules/${name}/dist/index.js`, import.meta.url));
}

/**
 * Loads a copy of a suite and returns a function that runs one of its commands, as `{ code, output }`; with a token, its requests
 * have that. A scenario for clients keeps its state in the copy, so a copy runs one of them at a time and none twice; those for
 * servers keep none.
 */
export function loadSuite(path) {
  loading = loading.then(() => load(path));
  return loading;
}

async function load(path) {
  const { Command } = createRequire(path)("commander");
  const { parse } = Command.prototype;
  let program;
  // The suite parses the arguments of the process as soon as it is loaded.
  Command.prototype.parse = function () {
    program = this;
    return this;
  };
  try {
    copies += 1;
    await import(`${pathToFileURL(path)}?copy=${copies}`);
  } finally {
    Command.prototype.parse = parse;
  }
  return (args, token) => {
    const command = { code: undefined, output: "", token };
    return commands.run(command, async () => {
      await program.parseAsync(args, { from: "user" }).catch((error) => {
        if (command.code === undefined) throw error;
      });
      return { code: command.code ?? 0, output: command.output };
    });
  };
}
