// Note templates, built-in and custom: apply a template, save the draft as one, remove a custom one.
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ChangeReport, NewNote, NoteTemplate, TemplateKey } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button, IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { Popover } from "../../kit/popover";
import { clip } from "../../shared/clip";
import { errorMessage } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { notifyDoneAnd } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import type { NamedDraft } from "./drafts";
import { templatesQuery } from "./queries";
import { strings } from "./strings";
import styles from "./templates.module.css";

const text = strings.templates;

type Props = { draft: NamedDraft; onChoose: (over: Pick<NamedDraft, "name" | "text">) => void };

export function Templates({ draft, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  // Fetched with the form, so that the list is loaded when the popover opens and moves the focus into it.
  useQuery(templatesQuery);
  return (
    <Popover
      label={text.title}
      className={styles.pop}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="small" className={styles.trigger}>
          {text.title}
          <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
        </Button>
      }
    >
      <TemplateList draft={draft} onChoose={onChoose} close={() => setOpen(false)} />
    </Popover>
  );
}

function TemplateList({ draft, onChoose, close }: Props & { close: () => void }) {
  const { data = [], error } = useQuery(templatesQuery);
  const remove = useStoreMutation<TemplateKey, ChangeReport>({
    run: (key) => backend.removeTemplate(key),
    successMessage: ({ name }) => text.removed(name),
  });
  const choose = (template: NoteTemplate) => {
    const { name } = template;
    onChoose({ name, text: template.text });
    close();
    // The toast restores text that does not come from a template.
    const { name: oldName, text: oldText } = draft;
    if (oldText.trim() === "" || data.some((template) => template.text === oldText)) return;
    notifyDoneAnd(text.replacedText(name), {
      label: text.restoreText,
      run: () => onChoose({ name: oldName, text: oldText }),
    });
  };
  return (
    <>
      {error ? <p className={styles.none}>{errorMessage(asBackendError(error))}</p> : null}
      <ul className={styles.list} aria-label={text.title}>
        {data.map((template) => (
          <li key={`${template.custom} ${template.name}`}>
            <button type="button" className={styles.template} onClick={() => choose(template)}>
              <code>
                <ServerText text={template.name} />
              </code>
              <ServerText text={clip(template.text, 160)} limit={4} />
            </button>
            {template.custom ? (
              <IconButton
                label={text.remove(asPlainString(template.name))}
                onClick={() => remove.mutate({ name: template.name })}
              >
                <X size={12} strokeWidth={2.25} aria-hidden="true" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      <SaveTemplate draft={draft} templates={data} close={close} />
    </>
  );
}

function SaveTemplate({ draft, templates, close }: { draft: NamedDraft; templates: readonly NoteTemplate[]; close: () => void }) {
  const [name, setName] = useState<string | null>(null);
  const save = useStoreMutation<NewNote, ChangeReport>({
    run: (note) => backend.saveTemplate(note),
    successMessage: (note) => text.saved(note.name),
  });
  const isEmpty = draft.text.trim() === "";
  if (name === null) {
    return (
      <div className={styles.foot}>
        <Button look="quiet" size="small" disabled={isEmpty} onClick={() => setName(draft.name)}>
          {text.saveAs}
        </Button>
        {isEmpty ? <span>{text.noText}</span> : null}
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals: without this, the surrounding note form would be submitted too.
    event.stopPropagation();
    if (name === "") return;
    save.mutate({ name, text: draft.text }, { onSuccess: close });
  };
  return (
    <form className={styles.foot} onSubmit={submit}>
      <Input
        aria-label={text.nameLabel}
        placeholder={text.namePlaceholder}
        mono
        autoFocus
        className={styles.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="small" look="primary" disabled={name === "" || save.isPending}>
        {templates.some((template) => template.custom && template.name === name) ? text.replace : text.save}
      </Button>
    </form>
  );
}
