// The CycloneDX document of a program: node packaging/sbom.mjs PROGRAM VERSION DATE
// Without a serial number, which would make two builds differ.
import { basename } from "node:path";
import { crates, pagePackages } from "./components.mjs";

const [path, version, timestamp] = process.argv.slice(2);
const program = basename(path);
const linked = crates(path);
const root = linked.find(({ isRoot }) => isRoot) ?? { id: `${program}@${version}`, dependencies: [] };
const page = program === "hintsmith-desktop" ? pagePackages() : [];

const licenses = (license) => (license ? { licenses: [{ expression: license }] } : {});
const cratePurl = ({ name, version }) => `pkg:cargo/${name}@${version}`;
const npmPurl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

const crateComponent = (crate) => ({
  type: "library",
  "bom-ref": crate.id,
  name: crate.name,
  version: crate.version,
  ...licenses(crate.license),
  ...(crate.sha256 ? { hashes: [{ alg: "SHA-256", content: crate.sha256 }] } : {}),
  ...(crate.isOurs ? {} : { purl: cratePurl(crate) }),
});

const npmComponent = (entry) => ({
  type: "library",
  "bom-ref": `npm:${entry.id}`,
  name: entry.name,
  version: entry.version,
  ...licenses(entry.license),
  ...(entry.integrity?.startsWith("sha512-")
    ? { hashes: [{ alg: "SHA-512", content: Buffer.from(entry.integrity.slice("sha512-".length), "base64").toString("hex") }] }
    : {}),
  purl: npmPurl(entry),
});

const document = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    timestamp,
    component: { type: "application", "bom-ref": root.id, name: program, version, ...licenses("MIT OR Apache-2.0") },
  },
  components: [...linked.filter(({ id }) => id !== root.id).map(crateComponent), ...page.map(npmComponent)],
  dependencies: [
    ...(linked.length === 0 ? [{ ref: root.id }] : linked).map(({ id, ref, dependencies = [] }) => ({
      ref: id ?? ref,
      dependsOn: [...new Set([...dependencies, ...(id === root.id ? page.map((entry) => `npm:${entry.id}`) : [])])].sort(),
    })),
    ...page.map((entry) => ({ ref: `npm:${entry.id}` })),
  ],
};
console.log(JSON.stringify(document, undefined, 2));
