// Dialog that copies notes of a tool to other tools; afterwards it lists the skipped notes.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ToolCard, ToolDetail, ToolsetReport } from "../../backend";
import { backend } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Dialog } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { cardId, keyOf } from "../../shared/tool-id";
import { ChooseTools } from "./choose-tools";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { strings } from "./strings";
import styles from "./copy-notes-dialog.module.css";

type Props = {
  detail: ToolDetail;
  /** Name of the initially selected note. */
  first: string;
  onClose: () => void;
};

const text = strings.copyDialog;

const NO_CARDS: readonly ToolCard[] = [];

export function CopyNotesDialog({ detail, first, onClose }: Props) {
  const cards = useQuery({ ...catalogQuery, select: (catalog) => catalog.cards }).data ?? NO_CARDS;
  const sourceId = cardId(detail.card);
  const [names, setNames] = useState<ReadonlySet<string>>(new Set([first]));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [skipped, setSkipped] = useState<readonly string[] | null>(null);
  const to = cards.filter((card) => selected.has(cardId(card))).map(keyOf);
  const copy = useStoreMutation({
    run: () => backend.copyNotes({ from: keyOf(detail.card), names: [...names], to }),
    successMessage: () => text.copied(names.size, clip(detail.card.title, 80), to.length),
    onDone: (_, report: ToolsetReport) => {
      if (report.warnings.length === 0) onClose();
      else setSkipped(report.warnings);
    },
  });
  // Several toolsets may have a note with the same name; these notes are copied together.
  const all = [...new Set(detail.notes.map((note) => note.name))];
  const toggle = (name: string) => {
    const next = new Set(names);
    if (!next.delete(name)) next.add(name);
    setNames(next);
  };
  return (
    <Dialog
      title={text.title}
      about={text.about(<ServerText text={sourceId} limit={4} />)}
      onClose={onClose}
      foot={
        skipped ? (
          <>
            <span data-spacer />
            <Button look="primary" autoFocus onClick={onClose}>
              {text.done}
            </Button>
          </>
        ) : (
          <>
            <span data-spacer />
            <Button onClick={onClose}>{text.cancel}</Button>
            <Button look="primary" disabled={names.size === 0 || to.length === 0 || copy.isPending} onClick={() => copy.mutate(undefined)}>
              {text.copy(to.length)}
            </Button>
          </>
        )
      }
    >
      {skipped ? (
        <Skipped skipped={skipped} />
      ) : (
        <>
          {all.length > 1 ? (
            <fieldset className={styles.names}>
              <legend>{text.notes}</legend>
              {all.map((name) => (
                <Checkbox key={name} checked={names.has(name)} onChange={() => toggle(name)}>
                  <code>
                    <ServerText text={name} limit={4} />
                  </code>
                </Checkbox>
              ))}
            </fieldset>
          ) : null}
          <ChooseTools cards={cards} except={sourceId} selected={selected} onChange={setSelected} />
        </>
      )}
    </Dialog>
  );
}

const MAX_WARNINGS = 100;

function Skipped({ skipped }: { skipped: readonly string[] }) {
  const unlisted = skipped.length - MAX_WARNINGS;
  return (
    <Callout tone="warning">
      <p role="status">{text.skipped(skipped.length)}</p>
      <ul className={styles.skipped} data-testid="skipped">
        {skipped.slice(0, MAX_WARNINGS).map((warning, index) => (
          <li key={index}>
            <ServerText text={`${sentence(warning)}.`} limit={4} />
          </li>
        ))}
        {unlisted > 0 ? <li>{text.more(unlisted)}</li> : null}
      </ul>
    </Callout>
  );
}
