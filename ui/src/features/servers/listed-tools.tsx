// Tools that a registry listing names, before the server is added. They are claims of the publisher, which nothing verifies.
import type { RegistryEntryView } from "../../backend";
import { HintLabel } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./registry-pane.module.css";

const text = strings.registry.tools;

export function ListedTools({ entry: { tools, toolCount } }: { entry: RegistryEntryView }) {
  if (tools.length === 0) return null;
  return (
    <section className={styles.tools} aria-label={text.title(toolCount)} data-testid="listed-tools">
      <p>
        <b>{text.title(toolCount)}</b> {text.claims}
      </p>
      <ul>
        {tools.map((tool, index) => (
          <li key={`${index} ${tool.name}`} title={text.about}>
            <code>
              <ServerText text={tool.name} />
            </code>
            {tool.badges.length === 0 ? <span className={styles.note}>{text.noHints}</span> : tool.badges.map(({ kind }) => <HintLabel key={kind} kind={kind} />)}
            {tool.description === "" ? null : (
              <p className={styles.description}>
                <ServerText text={tool.description} />
              </p>
            )}
          </li>
        ))}
        {toolCount > tools.length ? <li>{text.more(toolCount - tools.length)}</li> : null}
      </ul>
    </section>
  );
}
