// Git work tree of the source: its branch, what keeps a change from being reverted, and the branch for a commit.
import type { WorkTree } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { Input, Labelled } from "../../kit/field";
import { Callout } from "../../shared/callout";
import { ServerText } from "../../shared/server-text";
import { PatchSection } from "./patch-section";
import { strings } from "./strings";
import styles from "./patch.module.css";

const { workTree: text } = strings;

/** Reason why a change could not be reverted or reviewed by itself. */
export type WorkTreeRisk = "dirty" | "noRepository";

export const riskOf = (tree: WorkTree | null): WorkTreeRisk | null =>
  tree === null ? "noRepository" : tree.isDirty ? "dirty" : null;

type Props = {
  tree: WorkTree | null;
  /** The user accepts the risk. */
  allowed: boolean;
  onAllow: (allowed: boolean) => void;
  branch: string;
  onBranch: (branch: string) => void;
};

export function WorkTreeNote({ tree, allowed, onAllow, branch, onBranch }: Props) {
  const risk = riskOf(tree);
  return (
    <PatchSection title={text.title}>
      {tree === null ? null : (
        <p className={styles.tree} data-testid="work-tree">
          <span>
            {text.root}{" "}
            <code>
              <ServerText text={tree.root} />
            </code>
          </span>
          <span>
            {text.branch} {tree.branch === null ? text.noBranch : <ServerText text={tree.branch} />}
          </span>
        </p>
      )}
      {risk === null ? null : (
        <Callout tone="warning">
          {risk === "dirty" ? text.dirty : text.noRepository}
          <Checkbox className={styles.allow} checked={allowed} onChange={onAllow}>
            {risk === "dirty" ? text.allowDirty : text.allowNoRepository}
          </Checkbox>
        </Callout>
      )}
      {tree === null ? null : (
        <div className={styles.branch}>
          <Labelled label={text.newBranch} note={text.newBranchNote}>
            {(id) => (
              <Input id={id} mono data-testid="patch-branch" value={branch} onChange={(event) => onBranch(event.target.value)} />
            )}
          </Labelled>
        </div>
      )}
    </PatchSection>
  );
}
