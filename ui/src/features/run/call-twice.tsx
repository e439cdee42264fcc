// Calls a tool twice with the same arguments to observe whether the second call has a further effect. Changes no hint.
import { useState } from "react";
import type { ReaderInput } from "../../backend";
import { Button } from "../../kit/button";
import { Labelled, Select } from "../../kit/field";
import { TextArea } from "../../kit/text-area";
import { asPlainString } from "../../shared/hidden-characters";
import { Fold } from "./fold";
import { argumentsProblem } from "./parse-form-value";
import { strings } from "./strings";
import fields from "./field.module.css";
import styles from "./calls.module.css";

const text = strings.callTwice;

type Props = { readers: readonly string[]; disabled: boolean; onCall: (reader: ReaderInput | null) => void };

export function CallTwice({ readers, disabled, onCall }: Props) {
  const [tool, setTool] = useState("");
  const [json, setJson] = useState("{}");
  const problem = tool === "" ? null : argumentsProblem(json);
  const isDisabled = disabled || problem !== null;
  return (
    <Fold title={text.title} testId="run-twice-open">
      <div className={styles.twice}>
        <p>{text.about}</p>
        {readers.length === 0 ? null : (
          <Labelled label={text.reader} note={text.readerNote}>
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
          <Labelled label={text.readerArguments} error={problem}>
            {(id) => (
              <TextArea id={id} className={`${fields.area} ${fields.json}`} aria-invalid={problem !== null || undefined} value={json} onChange={(event) => setJson(event.target.value)} />
            )}
          </Labelled>
        )}
        <Button
          data-testid="run-twice"
          aria-disabled={isDisabled || undefined}
          onClick={() => {
            if (!isDisabled) onCall(tool === "" ? null : { tool, arguments: json });
          }}
        >
          {text.run}
        </Button>
      </div>
    </Fold>
  );
}
