// Tools of a patch: those whose source changes, each with a checkbox, and those that cannot be written.
import type { PatchChange, PatchedTool } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { FieldName, NewValue } from "../../shared/change-cells";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { PatchSection } from "./patch-section";
import { ShortList } from "./short-list";
import type { UnwrittenState } from "./strings";
import { strings } from "./strings";
import styles from "./patch.module.css";

const { tools: text } = strings;
const LIMIT = 100;

const nameOf = ({ tool }: PatchedTool): string => tool;
const isWritable = ({ state }: PatchedTool): boolean => state === "changed" || state === "excluded";
const isUnwritten = (tool: PatchedTool): tool is PatchedTool & { state: UnwrittenState } =>
  !isWritable(tool) && tool.state !== "upToDate";

type Props = { tools: readonly PatchedTool[]; excluded: readonly string[]; onExclude: (excluded: readonly string[]) => void };

export function PatchTools({ tools, excluded, onExclude }: Props) {
  const writable = tools.filter(isWritable);
  const unwritten = tools.filter(isUnwritten);
  const upToDate = tools.length - writable.length - unwritten.length;
  const left = new Set(excluded);
  const include = (tool: string, included: boolean) =>
    onExclude(included ? excluded.filter((name) => name !== tool) : [...excluded, tool].sort());
  return (
    <>
      {writable.length > 0 ? (
        <PatchSection title={text.title(writable.filter(({ tool }) => !left.has(tool)).length)} about={text.about}>
          <ShortList items={writable} keyOf={nameOf} limit={LIMIT}>
            {(tool) => (
              <div className={styles.tool} data-testid="patched-tool">
                <p className={styles.head}>
                  <Checkbox checked={!left.has(tool.tool)} onChange={(checked) => include(tool.tool, checked)}>
                    <ToolName tool={tool} />
                  </Checkbox>
                  <Places places={tool.places} />
                  {tool.framework === null ? null : <ServerText text={tool.framework} className={styles.quiet} />}
                </p>
                <ul className={styles.changes}>
                  {tool.changes.map((change) => (
                    <li key={change.field}>
                      <Change change={change} />
                    </li>
                  ))}
                </ul>
                <Remarks remarks={tool.remarks} />
              </div>
            )}
          </ShortList>
        </PatchSection>
      ) : null}
      {upToDate > 0 ? <p className={styles.about}>{text.upToDate(upToDate)}</p> : null}
      {unwritten.length > 0 ? (
        <PatchSection title={text.unwritten(unwritten.length)}>
          <ShortList items={unwritten} keyOf={nameOf} limit={LIMIT}>
            {(tool) => (
              <div className={styles.tool} data-testid="unwritten-tool">
                <p className={styles.head}>
                  <ToolName tool={tool} />
                  <span>{text.states[tool.state]}</span>
                  <Places places={tool.places} />
                </p>
                <Remarks remarks={tool.remarks} />
              </div>
            )}
          </ShortList>
        </PatchSection>
      ) : null}
    </>
  );
}

const ToolName = ({ tool: { tool } }: { tool: PatchedTool }) => (
  <code>
    <ServerText text={tool} limit={1} />
  </code>
);

function Change({ change: { field, before, after, because } }: { change: PatchChange }) {
  return (
    <>
      <span className={styles.field}>
        <FieldName field={field} />
      </span>
      <span className={styles.quiet}>{before === null ? text.notDeclared : <ServerText text={before} limit={1} />}</span>
      <NewValue value={after} />
      <span className={styles.reason}>
        <Reason text={because} />
      </span>
    </>
  );
}

const Places = ({ places }: { places: readonly string[] }) =>
  places.length > 0 ? (
    <code className={styles.quiet}>
      <ServerText text={places.join(", ")} limit={2} />
    </code>
  ) : null;

const Remarks = ({ remarks }: { remarks: readonly string[] }) =>
  remarks.map((remark, index) => (
    <p key={index} className={styles.remark}>
      <ServerText text={remark} />
    </p>
  ));
