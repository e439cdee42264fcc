// Loaded before the suite: gives the token along with every request to us, and changes nothing else. The suite has no way to
// give one, and a program in between would have an address of its own, so that `Host` and `Origin` would not be what they are.
import { subscribe } from "node:diagnostics_channel";

const value = `Bearer ${process.env.HINTSMITH_TOKEN}`;
// Both ways in which the suite asks: undici (which is behind fetch as well) and node:http.
subscribe("undici:request:create", ({ request }) => request.addHeader("authorization", value));
subscribe("http.client.request.created", ({ request }) => request.setHeader("authorization", value));
