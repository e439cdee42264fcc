// Removed tools with decisions, notes, approval modes or a comment, and the tool that these can be moved to.
import type { RemovedTool } from "../../backend";
import { Button } from "../../kit/button";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./rail-section.module.css";

type Props = { tools: readonly RemovedTool[]; readOnly: boolean; onMove: (tool: RemovedTool, to: string) => void };

export function RemovedTools({ tools, readOnly, onMove }: Props) {
  if (tools.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="removed-tools" data-testid="removed-tools">
      <h2 id="removed-tools">
        {strings.removedTools.title} <span>{tools.length.toLocaleString("en")}</span>
      </h2>
      <ul tabIndex={0} aria-labelledby="removed-tools">
        {tools.map((tool) => (
          <li key={`${tool.server}.${tool.tool}`}>
            <code>
              <ServerText text={`${tool.server}.${tool.tool}`} limit={2} />
            </code>
            <p>{strings.removedTools.kept(tool)}</p>
            {tool.renamedTo === null ? null : <MoveButton tool={tool} to={tool.renamedTo} readOnly={readOnly} onMove={onMove} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

type MoveProps = { tool: RemovedTool; to: string; readOnly: boolean; onMove: Props["onMove"] };

function MoveButton({ tool, to, readOnly, onMove }: MoveProps) {
  return (
    <Button size="small" className={styles.move} disabled={readOnly} onClick={() => onMove(tool, to)}>
      <span>
        {strings.removedTools.moveTo(tool)}{" "}
        <code>
          <ServerText text={to} limit={2} />
        </code>
      </span>
    </Button>
  );
}
