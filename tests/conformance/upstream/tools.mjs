// The tools that the suite calls in every version of the protocol. What only one era has is in `asking.mjs` and `input-required.mjs`.
import { MISSING_CAPABILITY, Refused, audio, elicitation, image, resource, says, text } from "./content.mjs";
import { asking } from "./asking.mjs";
import { inputRequired } from "./input-required.mjs";
import { tasks } from "./tasks.mjs";

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
const nothing = { type: "object", properties: {} };

const everywhere = {
  test_simple_text: { run: () => says("This is a simple text response for testing.") },
  test_image_content: { run: () => ({ content: [image()] }) },
  test_audio_content: { run: () => ({ content: [audio()] }) },
  test_embedded_resource: {
    run: () => ({ content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")] }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        text("Multiple content types test:"),
        image(),
        resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
      ],
    }),
  },
  test_error_handling: {
    run: () => ({ ...says("This tool intentionally returns an error for testing"), isError: true }),
  },
  test_tool_with_logging: {
    run: async (_, call) => {
      for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        call.log("info", words);
        await pause();
      }
      return says("Logged three times.");
    },
  },
  // Says nothing to a client of the newer protocol that did not ask for a log.
  test_logging_tool: {
    run: (_, call) => {
      call.log("info", "Logged.");
      return says("Logged once.");
    },
  },
  test_tool_with_progress: {
    run: async (_, call) => {
      for (const progress of [0, 50, 100]) {
        call.progress(progress, 100);
        await pause();
      }
      return says("Done in three steps.");
    },
  },
  // The answer comes after the stream it belongs to was closed once.
  test_reconnection: {
    run: async (_, call) => {
      await call.hangUp();
      return says("Answered after the stream was taken up again.");
    },
  },
  test_missing_capability: {
    run: (_, call) => {
      if (!call.capabilities.sampling) {
        throw new Refused(MISSING_CAPABILITY, "sampling is needed", { requiredCapabilities: { sampling: {} } });
      }
      return says("The client can sample.");
    },
  },
  test_streaming_elicitation: {
    run: (_, call) => {
      if (call.isModern) {
        const ask = { method: "elicitation/create", params: elicitation("Go on?", { ok: { type: "boolean" } }) };
        return { resultType: "input_required", inputRequests: { go_on: ask } };
      }
      return says("Only the newer protocol asks like this.");
    },
  },
  test_trigger_tool_change: {
    run: (_, call) => {
      call.changed("tools");
      return says("The tools changed.");
    },
  },
  test_trigger_prompt_change: {
    run: (_, call) => {
      call.changed("prompts");
      return says("The prompts changed.");
    },
  },
  test_header: {
    schema: {
      type: "object",
      properties: { region: { type: "string", description: "Where", "x-mcp-header": "Region" } },
      required: ["region"],
    },
    run: ({ region }) => says(`It is in ${region}.`),
  },
  json_schema_2020_12_tool: {
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    run: () => says("It has a schema."),
  },
};

export const tools = { ...everywhere, ...asking, ...inputRequired, ...tasks };

export const listed = () =>
  Object.entries(tools).map(([name, { schema = nothing }]) => ({
    name,
    description: `The suite calls it: ${name.replaceAll("_", " ")}`,
    inputSchema: schema,
  }));
