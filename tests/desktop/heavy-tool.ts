// Tool with many parameters, enums and long texts, and with many changes in its second edition.
const SENTENCES = [
  "Rewrites every document below a folder and keeps nothing of what was there before.",
  "It asks the index which documents belong together, and follows links between them.",
  "Documents that somebody has open are left alone unless the force parameter says otherwise.",
  "What it did is told line by line, with the reason for each document that was left out.",
];

export function heavyTool(edition: number) {
  const parameters = Array.from({ length: 12 }, (_, at) => [
    `parameter_${at}`,
    {
      type: "string",
      description: `${edition === 1 ? "What" : "In which way, and what,"} the ${at}th part of the work is given. ${SENTENCES[at % 4]}`,
      ...(at % 3 === 0 ? { enum: ["all", "some", "none", "ask", "later", "never"] } : {}),
    },
  ]);
  return {
    name: "rewrite_everything",
    title: "Rewrite everything",
    description: Array.from({ length: 24 }, (_, at) => `${edition === 1 || at % 5 ? "" : "Now: "}${SENTENCES[at % 4]}`).join(" "),
    inputSchema: { type: "object", properties: Object.fromEntries(parameters), required: ["parameter_0", "parameter_1"] },
    annotations: edition === 1 ? { readOnlyHint: false } : { readOnlyHint: true, destructiveHint: true },
  };
}
