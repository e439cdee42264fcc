// The libraries in a program: crates from the list that cargo-auditable embeds, and the npm packages of the page.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";

/** The embedded list, or undefined for a program that was built without cargo-auditable. */
function embeddedList(program) {
  const folder = mkdtempSync(join(tmpdir(), "hintsmith-"));
  const section = join(folder, "section");
  try {
    // objcopy writes only sections that are loaded.
    execFileSync("objcopy", ["-O", "binary", "--only-section=.dep-v0", "--set-section-flags", ".dep-v0=alloc", program, section]);
    const bytes = readFileSync(section);
    return bytes.length === 0 ? undefined : JSON.parse(inflateSync(bytes).toString()).packages;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let metadata;
/** What cargo knows about every crate of the lock file, by name and version. */
function crateMetadata() {
  metadata ??= new Map(
    JSON.parse(execFileSync("cargo", ["metadata", "--locked", "--format-version", "1"], { encoding: "utf8", maxBuffer: 1 << 30 })).packages.map(
      (crate) => [`${crate.name}@${crate.version}`, crate],
    ),
  );
  return metadata;
}

let checksums;
function checksum(id) {
  checksums ??= new Map(
    [...readFileSync("Cargo.lock", "utf8").matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"$/gm)].map(
      ([, name, version, sum]) => [`${name}@${version}`, sum],
    ),
  );
  return checksums.get(id);
}

/**
 * Crates that are linked into a program: { id, name, version, license, authors, folder, sha256, isOurs, isRoot, dependencies }.
 * Crates that only ran during the build are not.
 */
export function crates(program) {
  const list = embeddedList(program);
  if (!list) {
    // Programs of another build are only for trying the packaging.
    if (!process.env.PROGRAMS) throw new Error(`${program} was not built with cargo-auditable`);
    console.error(`warning: ${program} was not built with cargo-auditable, so its libraries are not listed`);
    return [];
  }
  const id = ({ name, version }) => `${name}@${version}`;
  return list
    .filter(({ kind }) => kind !== "build")
    .map((crate) => {
      const known = crateMetadata().get(id(crate));
      if (!known) throw new Error(`${id(crate)} is in ${program} but not in Cargo.lock: is the program of another commit?`);
      return {
        id: id(crate),
        name: crate.name,
        version: crate.version,
        license: known.license?.replaceAll("/", " OR "),
        folder: dirname(known.manifest_path),
        sha256: checksum(id(crate)),
        isOurs: known.source === null,
        isRoot: crate.root === true,
        dependencies: (crate.dependencies ?? []).map((index) => list[index]).filter(({ kind }) => kind !== "build").map(id),
      };
    });
}

/** npm packages of the page that is inside the window's program: { id, name, version, license, folder, integrity }. */
export function pagePackages() {
  const { packages } = JSON.parse(readFileSync("ui/package-lock.json", "utf8"));
  return Object.entries(packages)
    .filter(([path, entry]) => path !== "" && !entry.dev && !entry.devOptional && !entry.optional)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const folder = join("ui", path);
      const license = entry.license ?? JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).license;
      return { id: `${name}@${entry.version}`, name, version: entry.version, license, folder, integrity: entry.integrity };
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
