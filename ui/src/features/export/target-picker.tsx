// Targets by kind, with a text filter. One tab stop (roving tabindex): arrow keys move, Enter or Space selects.
import { Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { TargetView } from "../../backend";
import { Input } from "../../kit/field";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { strings } from "./strings";
import { formatOf } from "./target-format";
import styles from "./target-picker.module.css";

const { picker: text } = strings;

/** In display order. */
const KINDS: readonly TargetView["kind"][] = ["canonical", "gateway", "client", "document"];

type Props = { targets: readonly TargetView[]; chosen: string | undefined; onChoose: (id: string) => void };

function matching(targets: readonly TargetView[], filter: string): TargetView[] {
  const terms = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return targets.filter(({ id, name, description, fileName }) => {
    const text = `${id} ${name} ${description} ${fileName}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}

export function TargetPicker({ targets, chosen, onChoose }: Props) {
  const [filter, setFilter] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const groups = useMemo(() => {
    const found = matching(targets, filter);
    return KINDS.map((kind) => ({ kind, targets: found.filter((target) => target.kind === kind) })).filter(
      (group) => group.targets.length > 0,
    );
  }, [targets, filter]);
  const visible = groups.flatMap((group) => group.targets);
  const tabStop = (visible.find(({ id }) => id === active) ?? visible.find(({ id }) => id === chosen) ?? visible[0])?.id;

  const isLoaded = targets.length > 0;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [isLoaded]);

  const moveTo = (index: number) => {
    const next = visible[Math.max(0, Math.min(index, visible.length - 1))];
    if (!next) return;
    setActive(next.id);
    const options = list.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [];
    options[visible.indexOf(next)]?.focus();
  };
  const onListKey = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: visible.length - 1 };
    const next = to[event.key];
    if (next !== undefined) moveTo(next);
    else if (event.key === "Enter" || event.key === " ") onChoose(visible[index]?.id ?? "");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFilterKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") moveTo(0);
    else if (event.key === "Enter" && visible[0]) onChoose(visible[0].id);
    else if (event.key === "Escape" && filter !== "") setFilter("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className={styles.picker} aria-label={text.title}>
      <div className={styles.filter}>
        <Input
          before={<Search size={14} aria-hidden="true" />}
          aria-label={text.filter}
          placeholder={text.filter}
          data-testid="filter-targets"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={onFilterKey}
        />
        <VisuallyHidden>
          <span role="status">{filter === "" ? "" : text.found(visible.length)}</span>
        </VisuallyHidden>
      </div>
      {visible.length === 0 ? (
        <p className={styles.none}>{text.noMatch}</p>
      ) : (
        <div ref={list} className={styles.list} role="listbox" aria-label={text.list} data-testid="targets">
          {groups.map((group) => (
            <div key={group.kind} role="group" aria-labelledby={`${base}${group.kind}`}>
              <div id={`${base}${group.kind}`} className={styles.kind} role="presentation">
                {text.kinds[group.kind]}
              </div>
              {group.targets.map((target) => (
                <div
                  key={target.id}
                  role="option"
                  className={styles.target}
                  aria-selected={target.id === chosen}
                  tabIndex={target.id === tabStop ? 0 : -1}
                  title={target.description}
                  onClick={() => {
                    setActive(target.id);
                    onChoose(target.id);
                  }}
                  onKeyDown={(event) => onListKey(event, visible.indexOf(target))}
                >
                  <span className={styles.name}>{target.name}</span>
                  <span className={styles.format}>{formatOf(target)}</span>
                  <span className={styles.purpose}>{target.description}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
