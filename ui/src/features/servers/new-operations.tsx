// Notice about operations that an OpenAPI document has gained since the user chose some of its operations.
import type { ServerView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { useNavigation } from "../../shared/navigation";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./server-detail.module.css";

const text = strings.newOperations;

export function NewOperations({ server: { name, operations }, disabled }: { server: ServerView; disabled: boolean }) {
  if (!operations || operations.newCount === 0) return null;
  const rest = operations.newCount - operations.new.length;
  return (
    <Section title={text.title}>
      <div className={styles.callout} data-testid="new-operations">
        <Callout tone="warning">
          {text.added(operations.newCount)}{" "}
          {operations.new.map((operation, index) => (
            <span key={operation}>
              {index === 0 ? null : text.separator}
              <ServerText text={operation} limit={4} />
            </span>
          ))}
          {rest > 0 ? text.more(rest) : null}.{" "}
          <LinkButton
            disabled={disabled}
            onClick={() => useNavigation.getState().open({ kind: "editServer", server: name, choosesOperations: true })}
          >
            {strings.operations.open}
          </LinkButton>
        </Callout>
      </div>
    </Section>
  );
}
