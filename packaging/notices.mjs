// Licences of the libraries in both programs, which their licences want beside them: node packaging/notices.mjs PROGRAMS FOLDER
// Writes THIRD-PARTY-hintsmith.txt and THIRD-PARTY-hintsmith-desktop.txt.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crates, pagePackages } from "./components.mjs";

const [programs, folder] = process.argv.slice(2);

/** Texts of licences and notices in a library's folder. */
const texts = (library) =>
  readdirSync(library.folder)
    .filter((name) => /^(licen[cs]e|copying|copyright|notice|unlicense)/i.test(name) && !/\.(rs|js|ts)$/i.test(name))
    .sort()
    .flatMap((name) => {
      try {
        return [readFileSync(join(library.folder, name), "utf8").replaceAll("\r", "").trim()];
      } catch (error) {
        // A folder of licences, such as REUSE has, only repeats the standard texts.
        if (error.code === "EISDIR") return [];
        throw error;
      }
    });

function notices(libraries) {
  // The same text once, with all libraries that come with it.
  const byText = new Map();
  for (const library of libraries) {
    for (const text of texts(library)) byText.set(text, [...(byText.get(text) ?? []), library.id]);
  }
  const list = libraries.map(({ id, license }) => `${id}: ${license ?? "see below"}`);
  const parts = [...byText].map(([text, ids]) => `${ids.join(", ")}\n\n${text}`);
  return [`This program contains these libraries:\n\n${list.join("\n")}`, ...parts].join(`\n\n${"-".repeat(80)}\n\n`) + "\n";
}

for (const program of ["hintsmith", "hintsmith-desktop"]) {
  const libraries = crates(join(programs, program)).filter(({ isOurs }) => !isOurs);
  if (program === "hintsmith-desktop") libraries.push(...pagePackages());
  writeFileSync(join(folder, `THIRD-PARTY-${program}.txt`), notices(libraries));
}
