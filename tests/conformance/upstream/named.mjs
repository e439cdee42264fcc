// The prompts and resources of the fixture.
import { INVALID_PARAMS, PNG, RESOURCE_NOT_FOUND, Refused, image, resource, text } from "./content.mjs";
import { QUESTIONS, wanted } from "./input-required.mjs";

const user = (...contents) => ({ messages: contents.map((content) => ({ role: "user", content })) });
const argument = (name) => ({ name, description: "It stands in the prompt", required: true });

const prompts = {
  test_simple_prompt: { get: () => user(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    arguments: [argument("arg1"), argument("arg2")],
    get: ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: [argument("resourceUri")],
    get: ({ resourceUri }) =>
      user(resource(resourceUri, "text/plain", "Embedded resource content for testing."), text("Please process it.")),
  },
  test_prompt_with_image: { get: () => user(image(), text("Please analyze the image above.")) },
  test_input_required_result_prompt: {
    get: (_, call) => {
      if (!call.isModern) return user(text("Only the newer protocol asks."));
      const { given, again } = wanted(call, { user_context: QUESTIONS.context });
      return again ?? user(text(`In the context of ${given.user_context.content?.context}`));
    },
  },
};

const resources = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
  "test://watched-resource": { mimeType: "text/plain", text: "Nothing has happened yet." },
};
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

function read({ uri }, call) {
  const known = resources[uri];
  if (known) return { contents: [{ uri, ...known }] };
  const id = TEMPLATE.exec(uri)?.[1];
  if (!id) {
    throw new Refused(call.isModern ? INVALID_PARAMS : RESOURCE_NOT_FOUND, "Resource not found", { uri });
  }
  const words = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: "application/json", text: words }] };
}

function get({ name, arguments: given = {} }, call) {
  const prompt = prompts[name];
  if (!prompt) throw new Refused(INVALID_PARAMS, `there is no prompt named ${name}`);
  return prompt.get(given, call);
}

/** What can be asked about them, by method. */
export const namedMethods = {
  "prompts/list": () => ({
    prompts: Object.entries(prompts).map(([name, prompt]) => ({
      name,
      description: "The suite asks for it",
      ...(prompt.arguments && { arguments: prompt.arguments }),
    })),
  }),
  "prompts/get": get,
  "resources/list": () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({
      uri,
      name: uri.slice("test://".length),
      description: "The suite reads it",
      mimeType,
    })),
  }),
  "resources/templates/list": () => ({
    resourceTemplates: [
      { uriTemplate: "test://template/{id}/data", name: "template", description: "The suite fills it in", mimeType: "application/json" },
    ],
  }),
  "resources/read": read,
  "completion/complete": () => ({ completion: { values: ["paris", "park", "party"], total: 3, hasMore: false } }),
};
