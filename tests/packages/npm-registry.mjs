// An npm registry of the tarballs in a folder: node npm-registry.mjs FOLDER. Prints its address.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const folder = process.argv[2];
const files = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
const packages = new Map(
  files.map((file) => {
    const path = join(folder, file);
    const manifest = JSON.parse(execFileSync("tar", ["-xOf", path, "package/package.json"], { encoding: "utf8" }));
    const integrity = `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;
    return [manifest.name, { manifest, file, integrity }];
  }),
);

const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url.slice(1));
  if (files.includes(path)) return response.end(readFileSync(join(folder, path)));
  const found = packages.get(path);
  if (!found) {
    response.statusCode = 404;
    return response.end("{}");
  }
  const { manifest, file, integrity } = found;
  const dist = { tarball: `http://127.0.0.1:${server.address().port}/${file}`, integrity };
  response.setHeader("Content-Type", "application/json");
  response.end(
    JSON.stringify({
      name: manifest.name,
      "dist-tags": { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist } },
    }),
  );
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
