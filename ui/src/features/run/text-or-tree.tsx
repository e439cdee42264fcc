// Text of a result: as a tree if it is a JSON object or list, with a toggle to plain text.
import { useMemo, useState } from "react";
import { LinkButton } from "../../kit/button";
import type { Read } from "../../shared/json-text";
import { readJson } from "../../shared/json-text";
import { JsonTree } from "./json-tree";
import { strings } from "./strings";
import { TextBlock } from "./text-block";
import styles from "./result.module.css";

/** Maximum length of a text shown as a tree; a larger tree costs more than it helps. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** Null: shown as text. */
export function treeOf(text: string): Extract<Read, { ok: true }> | null {
  if (text.length > MAX_LENGTH || !/^\s*[{[]/.test(text)) return null;
  const read = readJson(text);
  return read.ok ? read : null;
}

export function TextOrTree({ text, label }: { text: string; label: string }) {
  const [isPlain, setPlain] = useState(false);
  const tree = useMemo(() => treeOf(text), [text]);
  if (!tree) return <TextBlock text={text} label={label} />;
  const toggle = (
    <LinkButton className={styles.plain} aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
      {strings.content.plainText}
    </LinkButton>
  );
  if (!isPlain) return <JsonTree text={text} root={tree.root} count={tree.count} label={label} actions={toggle} />;
  return (
    <>
      {toggle}
      <TextBlock text={text} label={label} />
    </>
  );
}

