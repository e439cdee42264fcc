// Scripted MCP servers, each odd in one way. What they send is written by hand, byte for byte.
//
//   node odd.mjs MODE [stateless]   over stdio
//   node odd.mjs --http             over Streamable HTTP, all modes on one port: prints the address, and answers at
//                                   /MODE?era=stateless&as=events until its input ends
//
// The modes that answer are in odd/lists.mjs, those that break the transport in odd/stdio.mjs and odd/http.mjs.
import { serveHttp } from "./odd/http.mjs";
import { serveStdio } from "./odd/stdio.mjs";

const [mode, era] = process.argv.slice(2);
if (mode === "--http") serveHttp();
else serveStdio(mode, era ?? "handshake");
