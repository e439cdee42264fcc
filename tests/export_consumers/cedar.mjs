// Cedar's own parser and authorizer: files and questions in, what is wrong with the policies and the answers out.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import cedar from "@cedar-policy/cedar-wasm/nodejs";
import yaml from "js-yaml";

const entity = (type, id, attrs) => ({ uid: { type, id }, attrs, parents: [] });
const answers = JSON.parse(await text(process.stdin)).map(({ file, text, questions = [] }) => {
  const policies = yaml.load(text ?? readFileSync(file, "utf8")).cedar.policies.join("\n");
  const read = cedar.checkParsePolicySet({ staticPolicies: policies });
  if (read.type !== "success") return { refused: read.errors.map(({ message }) => message) };
  const decisions = questions.map(({ tool, hints, roles }) => {
    const answer = cedar.isAuthorized({
      principal: { type: "Client", id: "someone" },
      action: { type: "Action", id: "call_tool" },
      resource: { type: "Tool", id: tool },
      context: {},
      policies: { staticPolicies: policies },
      entities: [entity("Client", "someone", { claim_roles: roles }), entity("Tool", tool, hints)],
    });
    if (answer.type !== "success") return answer.errors.map(({ message }) => message).join();
    const failed = answer.response.diagnostics.errors;
    return failed.length ? JSON.stringify(failed) : answer.response.decision;
  });
  return { refused: [], decisions };
});
console.log(JSON.stringify(answers));
