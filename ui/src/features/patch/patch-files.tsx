// Differences of a patch, file by file.
import { FileText } from "lucide-react";
import { useMemo } from "react";
import type { PatchedFile } from "../../backend";
import { CodeLines } from "../../shared/code-lines";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { PatchSection } from "./patch-section";
import { ShortList } from "./short-list";
import { strings } from "./strings";
import { countChanges, parseUnifiedDiff } from "./unified-diff";
import styles from "./patch.module.css";

const { files: text } = strings;
const LIMIT = 20;

export function PatchFiles({ files }: { files: readonly PatchedFile[] }) {
  if (files.length === 0) return null;
  return (
    <PatchSection title={text.title(files.length)}>
      <ShortList items={files} keyOf={({ path }) => path} limit={LIMIT}>
        {(file) => <FileDifference file={file} />}
      </ShortList>
    </PatchSection>
  );
}

function FileDifference({ file: { path, difference } }: { file: PatchedFile }) {
  const lines = useMemo(() => parseUnifiedDiff(difference), [difference]);
  const { added, removed } = useMemo(() => countChanges(lines), [lines]);
  return (
    <div className={styles.file} data-testid="patched-file">
      <p className={styles.head}>
        <FileText size={14} aria-hidden="true" />
        <code>
          <ServerText text={path} />
        </code>
        <span className={styles.added}>+{added.toLocaleString("en")}</span>
        <span className={styles.removed}>−{removed.toLocaleString("en")}</span>
      </p>
      <CodeLines lines={lines} label={text.difference(asPlainString(path))} />
    </div>
  );
}
