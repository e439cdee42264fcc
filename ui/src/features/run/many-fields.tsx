// Fields with several values: checkboxes, and a list with add, remove and reorder. Long lists are paginated.
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { FieldInput } from "../../backend";
import { Button, IconButton } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import type { FieldProps } from "./field-frame";
import { FieldFrame } from "./field-frame";
import { FieldRow } from "./field-row";
import type { Item } from "./form-value";
import { movedItem, withItem, within, withoutItem } from "./form-value";
import { NotSent } from "./plain-fields";
import { startOfChosen } from "./start-value";
import { strings } from "./strings";
import styles from "./field.module.css";

const text = strings.field;

type Of<K extends FieldInput["kind"]> = FieldProps & { input: Extract<FieldInput, { kind: K }> };

const PAGE = 20;

export function ChoicesField({ input, ...props }: Of<"choices">) {
  const { field, value, onChange } = props;
  const { visible, more } = usePages(input.options.length);
  const chosen = value?.is === "choices" ? value.options : [];
  const toggle = (option: number) => {
    const options = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option];
    onChange(options.length === 0 && !field.required ? null : { is: "choices", options });
  };
  const isEmptyList = !field.required && value !== null && chosen.length === 0;
  return (
    <FieldFrame {...props} group deep after={isEmptyList ? <NotSent note={text.emptyList} onChange={onChange} /> : null}>
      {() => (
        <div className={styles.checks}>
          {input.options.slice(0, visible).map(({ label }, option) => (
            <Checkbox key={option} checked={chosen.includes(option)} onChange={() => toggle(option)}>
              <ServerText text={clip(label, 200)} limit={4} />
            </Checkbox>
          ))}
          {more}
        </div>
      )}
    </FieldFrame>
  );
}

export function ListField({ input, ...props }: Of<"list">) {
  const { field, value, pointer, onChange } = props;
  const items = value?.is === "list" ? value.items : [];
  const { visible, more, next } = usePages(items.length);
  const setItems = (next: readonly Item[]) => onChange(next.length === 0 && !field.required ? null : { is: "list", items: next });
  const addButton = useRef<HTMLButtonElement>(null);
  const added = useRef(false);
  useEffect(() => {
    // The focus moves into the added item, so that the user can type at once.
    const control = ":scope > [data-last] :is(input:not([aria-hidden]), textarea, select, [role=checkbox])";
    if (added.current) addButton.current?.parentElement?.querySelector<HTMLElement>(control)?.focus();
    added.current = false;
  }, [items.length]);
  const remove = (at: number) => {
    setItems(withoutItem(items, at));
    // The focused button is removed with its item.
    addButton.current?.focus();
  };
  const add = () => {
    added.current = true;
    // The visible pages are full: another one opens, so that the added item is visible.
    if (items.length === visible) next();
    setItems(withItem(items, startOfChosen(input.item)));
  };
  const isEmptyList = !field.required && value !== null && items.length === 0;
  return (
    <FieldFrame {...props} group after={isEmptyList ? <NotSent note={text.emptyList} onChange={onChange} /> : null}>
      {() => (
        <div className={styles.inside}>
          {items.slice(0, visible).map((item, at) => {
            const name = text.item(at + 1);
            return (
              <div key={item.id} className={styles.item} data-last={at === items.length - 1 || undefined}>
                <FieldRow
                  field={{ ...input.item, label: name, required: false }}
                  item
                  value={item.value}
                  pointer={within(pointer, at)}
                  onChange={(changed) => setItems(items.with(at, { ...item, value: changed }))}
                />
                <span className={styles.actions}>
                  <IconButton label={text.moveUp(name)} disabled={at === 0} onClick={() => setItems(movedItem(items, at, -1))}>
                    <ArrowUp size={12} strokeWidth={2.25} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={text.moveDown(name)}
                    disabled={at === items.length - 1}
                    onClick={() => setItems(movedItem(items, at, 1))}
                  >
                    <ArrowDown size={12} strokeWidth={2.25} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={text.remove(name)} onClick={() => remove(at)}>
                    <X size={12} strokeWidth={2.25} aria-hidden="true" />
                  </IconButton>
                </span>
              </div>
            );
          })}
          {more}
          <Button ref={addButton} size="small" look="quiet" onClick={add}>
            <Plus size={12} strokeWidth={2.25} aria-hidden="true" />
            {text.addItem}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}

/** Pagination: number of visible entries, and the button that shows more. */
export function usePages(count: number) {
  const [pages, setPages] = useState(1);
  const visible = pages * PAGE;
  const hidden = count - visible;
  const more =
    hidden > 0 ? (
      <Button size="small" look="quiet" onClick={() => setPages(pages + 1)}>
        {strings.content.showMore(Math.min(PAGE, hidden), count)}
      </Button>
    ) : null;
  return { visible, more, next: () => setPages(pages + 1) };
}
