// The fixture on standard input and output, in whichever era each request is in.
import { createInterface } from "node:readline";
import { MODERN, answer, listener, named, refused } from "./answers.mjs";
import { UNSUPPORTED_VERSION } from "./content.mjs";

export function serveStdio(isModernAlone) {
  const session = {};
  const questions = new Map();
  const listeners = new Map();
  let last = 0;
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const notify = (method, params) => say({ jsonrpc: "2.0", method, params });
  const changed = (what) => {
    if (session.capabilities) notify(`notifications/${what}/list_changed`, {});
    for (const tell of listeners.values()) tell(what);
  };
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      questions.set(last, { resolve, reject });
      say({ jsonrpc: "2.0", id: last, method, params });
    });
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) {
      const question = questions.get(message.id);
      questions.delete(message.id);
      return message.error ? question?.reject(new Error(message.error.message)) : question?.resolve(message.result);
    }
    if (message.method === "notifications/cancelled") return listeners.delete(message.params.requestId);
    if (message.id === undefined) return;
    if (message.method === "subscriptions/listen") return listeners.set(message.id, listener(message, say));
    const isModern = named(message) !== undefined;
    if (isModernAlone && !isModern) {
      const data = { supported: [MODERN], requested: message.params?.protocolVersion ?? "" };
      return say(refused(message.id, { code: UNSUPPORTED_VERSION, message: "this version is not spoken here", data }));
    }
    say(await answer(message, { isModern, session, notify, ask, changed, hangUp: async () => {} }));
  });
}
