// LibreChat's own schema of librechat.yaml, and its own reading of a tool's name: files in, problems and names out.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import yaml from "js-yaml";
import { configSchema, normalizeServerName, splitMCPToolKey } from "librechat-data-provider";

const { files, servers } = JSON.parse(await text(process.stdin));
const known = servers.map(normalizeServerName);
const answers = files.map((path) => {
  const whole = { version: "1.3.0", ...yaml.load(readFileSync(path, "utf8")) };
  // What the schema does not know it would drop without a word: it has to be there again.
  const read = configSchema.strict().safeParse(whole);
  if (!read.success) return { refused: read.error.issues.map(({ message }) => message) };
  const said = whole.endpoints.agents.toolApproval;
  const taken = read.data.endpoints.agents.toolApproval;
  const lost = Object.keys(said).filter((key) => JSON.stringify(said[key]) !== JSON.stringify(taken[key]));
  const named = (rules = []) => rules.map((rule) => splitMCPToolKey(rule, known));
  return { refused: lost, allow: named(taken.allow), ask: named(taken.ask), deny: named(taken.deny) };
});
console.log(JSON.stringify(answers));
