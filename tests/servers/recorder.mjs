// A good server that first writes down how it was started: node recorder.mjs FILE [ARGUMENT…]
import { writeFileSync } from "node:fs";
import { serveStdio } from "./odd/stdio.mjs";

const [file, ...rest] = process.argv.slice(2);
writeFileSync(file, JSON.stringify({ arguments: rest, environment: process.env, folder: process.cwd() }));
serveStdio("good", "handshake");
