// The modes over stdio, and those that break the pipe.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { HOSTILE_TEXT } from "./lists.mjs";
import { answer, storm } from "./speech.mjs";

const forEver = () => setInterval(() => {}, 1 << 30);
const send = (bytes) => process.stdout.write(Buffer.concat([bytes, Buffer.from("\n")]));

/** Modes that never begin to speak. */
const silent = {
  exits() {
    process.stderr.write("cannot open the configuration\n");
    process.exit(7);
  },
  "exits-well": () => process.exit(0),
  "exits-hostile"() {
    process.stderr.write(`${HOSTILE_TEXT}\n`);
    process.exit(7);
  },
  "noise-only"() {
    send(Buffer.from("Welcome to the wrong program!\nListening on port 8080"));
    forEver();
  },
  "noise-hostile"() {
    send(Buffer.from(HOSTILE_TEXT));
    forEver();
  },
  silent: forEver,
  // Ends, and leaves a child that holds its pipes open and ignores being asked to end.
  "forks-and-exits"() {
    const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1 << 30)';
    const child = spawn(process.execPath, ["-e", stubborn], { stdio: "inherit" });
    process.stderr.write(`child ${child.pid}\n`);
    child.on("spawn", () => process.exit(0));
  },
};

export function serveStdio(mode, era) {
  if (silent[mode]) return silent[mode]();
  createInterface({ input: process.stdin }).on("line", (text) => {
    const message = JSON.parse(text);
    if (mode === "noisy" && message.method === "initialize") send(Buffer.from("starting up…\n{not json}\n[1,2"));
    if (mode === "storm" && message.method === "notifications/initialized") storm(send);
    if (mode === "storm" && message.method === "subscriptions/listen") return storm(send, message.id);
    if (mode === "asks-back" && message.method === undefined) return answered(message);
    if (mode === "starts-late") return startsLate(era, message);
    const said = answer(mode, era, message);
    if (said === undefined) return;
    if (said.exit !== undefined) process.exit(said.exit);
    if (mode === "drip" && message.method === "tools/list") return drip(said);
    if (mode === "asks-back" && message.method === "tools/list") return asksBack(() => send(said));
    if (mode === "stderr-flood" && message.method === "tools/list") return flood(() => send(said));
    if (mode === "noise-for-ever" && message.method === "tools/list") return noise();
    send(said);
  });
}

let started;

/** Begins to read what it was sent long after it was started, when a client has given up waiting for its first answer. */
function startsLate(era, message) {
  started ??= new Promise((resolve) => setTimeout(resolve, 11_000));
  started.then(() => {
    const said = answer("echoes", era, message);
    if (said) send(said);
  });
}

/** One byte a second. */
function drip(bytes) {
  let at = 0;
  setInterval(() => process.stdout.write(bytes.subarray(at, ++at)), 1000);
}

function noise() {
  const chunk = Buffer.from("still working…\n".repeat(1000));
  const more = () => {
    while (process.stdout.write(chunk));
  };
  process.stdout.on("drain", more);
  more();
}

/** Fifty megabytes in one line, then the rest. */
function flood(then) {
  process.stderr.write("x".repeat(50e6), then);
}

const open = new Set();
let goOn;

/** Requests of the server to the client, and answers to questions nobody asked; it lists when all are answered. */
function asksBack(then) {
  goOn = then;
  const ask = (id, method, params) => {
    open.add(id);
    send(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method, params })));
  };
  ask("a", "sampling/createMessage", { messages: [], maxTokens: 1 });
  ask("b", "roots/list");
  ask("c", "elicitation/create", { message: "Your password?", requestedSchema: { type: "object", properties: {} } });
  ask("d", "no/such/method");
  ask("e", "ping");
  send(Buffer.from('{"jsonrpc":"2.0","id":4711,"result":{"tools":[{"name":"smuggled","inputSchema":{}}]}}'));
  send(Buffer.from('{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"to nobody"}}'));
}

function answered({ id, result }) {
  process.stderr.write(`${id}: ${result ? JSON.stringify(result) : "refused"}\n`);
  open.delete(id);
  if (open.size === 0) goOn();
}
