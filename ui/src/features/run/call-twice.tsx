// Calls a tool twice with the same arguments to observe whether the second call has a further effect. Changes no hint.
import { useState } from "react";
import type { ReaderInput } from "../../backend";
import { Button } from "../../kit/button";
import { Labelled, Select } from "../../kit/field";
import { TextArea } from "../../kit/text-area";
import { asPlainString } from "../../shared/hidden-characters";
import { Fold } from "./fold";
import { whyNoArguments } from "./parse-form-value";
import fields from "./field.module.css";
import styles from "./calls.module.css";

type Props = { readers: readonly string[]; disabled: boolean; onCall: (reader: ReaderInput | null) => void };

export function CallTwice({ readers, disabled, onCall }: Props) {
  const [tool, setTool] = useState("");
  const [text, setText] = useState("{}");
  const why = tool === "" ? null : whyNoArguments(text);
  const off = disabled || why !== null;
  return (
    <Fold title="Call twice" testId="run-twice-open">
      <div className={styles.twice}>
        <p>
          The same call is made two times, and the answers are compared. You are asked about each call as about any other.
          What comes of it is kept as an observation; it changes no hint.
        </p>
        {readers.length === 0 ? null : (
          <Labelled label="Read with, before and after" note="A tool that only reads shows what the calls have changed.">
            {(id) => (
              <Select
                id={id}
                options={readers.map((name) => ({ value: name, label: asPlainString(name) }))}
                value={tool}
                onChange={(event) => setTool(event.target.value)}
              />
            )}
          </Labelled>
        )}
        {tool === "" ? null : (
          <Labelled label="Its arguments as JSON" error={why}>
            {(id) => (
              <TextArea id={id} className={`${fields.area} ${fields.json}`} aria-invalid={why !== null || undefined} value={text} onChange={(event) => setText(event.target.value)} />
            )}
          </Labelled>
        )}
        <Button
          data-testid="run-twice"
          aria-disabled={off || undefined}
          onClick={() => {
            if (!off) onCall(tool === "" ? null : { tool, arguments: text });
          }}
        >
          Call twice
        </Button>
      </div>
    </Fold>
  );
}
