// Explanation of a hint: its effect on clients, an example for Yes and for No, and the default of the MCP specification.
import type { HintName } from "../backend";
import { HINT_MEANING } from "./hints";
import type { Example } from "./hints";
import { Meaning } from "./meaning";
import { strings } from "./strings";

export function HintMeaning({ hint }: { hint: HintName }) {
  const { question, client, yes, no, fallback } = HINT_MEANING[hint];
  return (
    <Meaning
      question={question}
      about={client}
      cases={[
        [strings.hints.yes, <ExampleText key="yes" example={yes} />],
        [strings.hints.no, <ExampleText key="no" example={no} />],
        [strings.hints.default, fallback],
      ]}
    />
  );
}

function ExampleText({ example }: { example: Example }) {
  return (
    <>
      <code>{example.code}</code>
      {example.rest}
    </>
  );
}
