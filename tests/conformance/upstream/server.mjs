// The server that the suite examines, directly and through us: `node server.mjs http [PORT]` or `node server.mjs stdio`, which
// with `modern` behind it knows no handshake.
import { serveHttp } from "./http.mjs";
import { serveStdio } from "./stdio.mjs";

const [how, more] = process.argv.slice(2);
if (how === "http") serveHttp(Number(more ?? 0));
else serveStdio(more === "modern");
