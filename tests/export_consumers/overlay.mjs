// Redocly reads overlays and applies them to an OpenAPI document: pairs of paths in, problems and documents out.
import { bundle, createConfig, lint } from "@redocly/openapi-core";
import { text } from "node:stream/consumers";

const config = await createConfig({ rules: { struct: "error" } });
const told = (problems) => problems.map(({ message }) => message);
const answers = [];
for (const { document, overlay } of JSON.parse(await text(process.stdin))) {
  try {
    const refused = told(await lint({ ref: overlay, config }));
    const applied = await bundle({ ref: document, config, overlays: [overlay] });
    answers.push({ refused: [...refused, ...told(applied.problems)], document: applied.bundle.parsed });
  } catch (error) {
    answers.push({ refused: [error.message] });
  }
}
console.log(JSON.stringify(answers));
