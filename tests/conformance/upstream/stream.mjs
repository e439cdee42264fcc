// The answer to one HTTP request: JSON when nothing comes before it, a stream of events when something does. A stream of a
// session can be taken up again where it ended.
import { randomUUID } from "node:crypto";

export class Stream {
  #response;
  #session;
  #id = randomUUID();
  #sent = [];
  #last = 0;
  #isOpen = false;
  #isDone = false;
  #resumed;

  /** `streams` are those of a session, in which this one can be found again. */
  constructor(response, streams, session) {
    this.#response = response;
    this.#session = session;
    streams?.set(this.#id, this);
  }

  get #headers() {
    return this.#session === undefined ? {} : { "mcp-session-id": this.#session };
  }

  open() {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", ...this.#headers });
    this.#response.flushHeaders();
  }

  send(message) {
    this.open();
    this.#last += 1;
    const event = `id: ${this.#id}/${this.#last}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`;
    if (this.#response.writableEnded) this.#sent.push(event);
    else this.#response.write(event);
  }

  finish(message, status) {
    this.#isDone = true;
    if (this.#isOpen) {
      this.send(message);
      if (!this.#response.writableEnded) this.#response.end();
      return;
    }
    this.#response.writeHead(status, { "content-type": "application/json", ...this.#headers });
    this.#response.end(JSON.stringify(message));
  }

  /** Ends the stream before its answer, and waits until it is taken up again. */
  hangUp() {
    this.open();
    this.#response.write(`id: ${this.#id}/0\nretry: 20\ndata: \n\n`);
    this.#response.end();
    return new Promise((resolve) => (this.#resumed = resolve));
  }

  resume(response) {
    this.#response = response;
    this.#isOpen = false;
    this.open();
    for (const event of this.#sent.splice(0)) response.write(event);
    if (this.#isDone) response.end();
    this.#resumed?.();
    return true;
  }

  end() {
    if (!this.#response.writableEnded) this.#response.end();
  }
}
