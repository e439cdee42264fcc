// Tools that ask the client in the middle of a call, as the older protocol does.
import { elicitation, sampling, says } from "./content.mjs";

const answered = ({ action, content }) =>
  says(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
const asks = (message, properties, required) => ({
  run: async (_, call) => answered(await call.ask("elicitation/create", elicitation(message, properties, required))),
});
const options = ["option1", "option2", "option3"];
const titled = (title) => ["value1", "value2", "value3"].map((value, at) => ({ const: value, title: `${title} ${at + 1}` }));

export const asking = {
  test_sampling: {
    schema: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
    run: async ({ prompt }, call) => {
      const { content } = await call.ask("sampling/createMessage", sampling(prompt));
      return says(`LLM response: ${content.text}`);
    },
  },
  test_elicitation: {
    schema: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
    run: async ({ message }, call) => {
      const fields = {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      };
      const { action, content } = await call.ask("elicitation/create", elicitation(message, fields));
      return says(`User response: action=${action}, content=${JSON.stringify(content)}`);
    },
  },
  test_elicitation_sep1034_defaults: asks(
    "Look at the defaults",
    {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    },
    [],
  ),
  test_elicitation_sep1330_enums: asks(
    "Choose",
    {
      untitledSingle: { type: "string", enum: options },
      titledSingle: { type: "string", oneOf: titled("Option") },
      legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["Option One", "Option Two", "Option Three"] },
      untitledMulti: { type: "array", items: { type: "string", enum: options } },
      titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
    },
    [],
  ),
};
