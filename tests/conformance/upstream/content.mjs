// What the tools, prompts and resources of the fixture say: the smallest picture and sound there are, and texts.
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
export const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

export const text = (words) => ({ type: "text", text: words });
export const image = () => ({ type: "image", data: PNG, mimeType: "image/png" });
export const audio = () => ({ type: "audio", data: WAV, mimeType: "audio/wav" });
export const resource = (uri, mimeType, words) => ({ type: "resource", resource: { uri, mimeType, text: words } });

/** The result of a tool that says something. */
export const says = (words) => ({ content: [text(words)] });

/** A question to a person, with these fields. */
export const elicitation = (message, properties, required = Object.keys(properties)) => ({
  message,
  requestedSchema: { type: "object", properties, required },
});

/** A question to a model. */
export const sampling = (words, maxTokens = 100) => ({
  messages: [{ role: "user", content: text(words) }],
  maxTokens,
});

/** An error of the protocol. */
export class Refused extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const RESOURCE_NOT_FOUND = -32002;
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;
