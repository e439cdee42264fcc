// Icon of a tool: the picture that clients show, redrawn by the engine, and a form for another one.
import { useQuery } from "@tanstack/react-query";
import { ImagePlus, Undo2 } from "lucide-react";
import type { ChangeEvent } from "react";
import { useId, useRef, useState } from "react";
import type { ToolDetail } from "../../backend";
import { Button, IconButton, LinkButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { clip } from "../../shared/clip";
import { asPlainString } from "../../shared/hidden-characters";
import { iconQuery } from "../../shared/icon-query";
import { Mark } from "../../shared/mark";
import { Reason } from "../../shared/reason";
import { strings } from "./strings";
import styles from "./icon-editor.module.css";

const text = strings.text;

type Props = { detail: ToolDetail; readOnly: string | null; onSave: (source: string | null) => void };

export function IconEditor({ detail, readOnly, onSave }: Props) {
  const labelId = useId();
  const { card, icon } = detail;
  const { data: image } = useQuery({ ...iconQuery(card), enabled: card.icon !== null });
  const [editing, setEditing] = useState(false);
  const isDecided = icon.layer === "override" || icon.layer === "environment";
  const save = (source: string) => {
    setEditing(false);
    onSave(source);
  };
  return (
    <div className={styles.row} data-changed={icon.changed || undefined} data-testid="icon">
      <span id={labelId} className={styles.label}>
        {text.icon}
      </span>
      <div role="group" aria-labelledby={labelId} className={styles.content}>
        <div className={styles.current}>
          {card.icon !== null && image ? (
            <img src={image} alt={text.iconOf(asPlainString(clip(card.title, 80)))} width={32} height={32} />
          ) : (
            <span className={styles.none}>{text.noIcon}</span>
          )}
          {isDecided ? (
            <span className={styles.layer}>
              <Mark mark="decided" />
              <Reason text={icon.reason} />
            </span>
          ) : null}
          {readOnly === null && !editing ? (
            <LinkButton className={styles.edit} onClick={() => setEditing(true)}>
              <ImagePlus size={12} strokeWidth={2.25} aria-hidden="true" /> {text.editIcon}
            </LinkButton>
          ) : null}
          {icon.decided !== null && readOnly === null ? (
            <IconButton label={text.resetIcon} size="tiny" onClick={() => onSave(null)}>
              <Undo2 size={12} strokeWidth={2.25} aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
        {isDecided && icon.superseded ? <p className={styles.note}>{text.iconSuperseded[icon.superseded]}</p> : null}
        {editing ? <IconForm onSave={save} onCancel={() => setEditing(false)} /> : null}
      </div>
    </div>
  );
}

function IconForm({ onSave, onCancel }: { onSave: (source: string) => void; onCancel: () => void }) {
  const [source, setSource] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const image = event.target.files?.[0];
    if (!image) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (typeof reader.result === "string") onSave(reader.result);
    });
    reader.readAsDataURL(image);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (source.trim()) onSave(source.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <Input aria-label={text.iconSource} placeholder={text.iconSource} value={source} autoFocus onChange={(event) => setSource(event.target.value)} />
      <Button size="small" type="submit" disabled={!source.trim()}>
        {text.saveIcon}
      </Button>
      <Button size="small" onClick={() => file.current?.click()}>
        {text.chooseIcon}
      </Button>
      <input ref={file} type="file" accept="image/png,image/jpeg,image/webp" hidden aria-label={text.chooseIcon} onChange={chosen} />
    </form>
  );
}
