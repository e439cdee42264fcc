// The targets by kind, narrowed by typing. One stop of the Tab key; arrows move, Enter or Space chooses.
import { Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { TargetView } from "../../backend";
import { Input } from "../../kit/field";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { formatOf, KINDS } from "./labels";
import styles from "./target-picker.module.css";

type Props = { targets: readonly TargetView[]; chosen: string | undefined; onChoose: (id: string) => void };

function matching(targets: readonly TargetView[], filter: string): TargetView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return targets.filter(({ id, name, description, fileName }) => {
    const text = `${id} ${name} ${description} ${fileName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function TargetPicker({ targets, chosen, onChoose }: Props) {
  const [filter, setFilter] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const groups = useMemo(() => {
    const found = matching(targets, filter);
    return KINDS.map(({ kind, label }) => ({ kind, label, targets: found.filter((target) => target.kind === kind) })).filter(
      (group) => group.targets.length > 0,
    );
  }, [targets, filter]);
  const shown = groups.flatMap((group) => group.targets);
  const stop = (shown.find(({ id }) => id === active) ?? shown.find(({ id }) => id === chosen) ?? shown[0])?.id;

  const isThere = targets.length > 0;
  useEffect(() => {
    if (isThere) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [isThere]);

  const moveTo = (index: number) => {
    const next = shown[Math.max(0, Math.min(index, shown.length - 1))];
    if (!next) return;
    setActive(next.id);
    const options = list.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [];
    options[shown.indexOf(next)]?.focus();
  };
  const onListKey = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: shown.length - 1 };
    const next = to[event.key];
    if (next !== undefined) moveTo(next);
    else if (event.key === "Enter" || event.key === " ") onChoose(shown[index]?.id ?? "");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFilterKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") moveTo(0);
    else if (event.key === "Enter" && shown[0]) onChoose(shown[0].id);
    else if (event.key === "Escape" && filter !== "") setFilter("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className={styles.picker} aria-label="Target">
      <div className={styles.filter}>
        <Input
          before={<Search size={14} aria-hidden="true" />}
          aria-label="Filter targets"
          placeholder="Filter targets"
          data-testid="filter-targets"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={onFilterKey}
        />
        <VisuallyHidden>
          <span role="status">{filter === "" ? "" : counted(shown.length, "target")}</span>
        </VisuallyHidden>
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>No target is called that.</p>
      ) : (
        <div ref={list} className={styles.list} role="listbox" aria-label="Targets" data-testid="targets">
          {groups.map((group) => (
            <div key={group.kind} role="group" aria-labelledby={`${base}${group.kind}`}>
              <div id={`${base}${group.kind}`} className={styles.kind} role="presentation">
                {group.label}
              </div>
              {group.targets.map((target) => (
                <div
                  key={target.id}
                  role="option"
                  className={styles.target}
                  aria-selected={target.id === chosen}
                  tabIndex={target.id === stop ? 0 : -1}
                  title={target.description}
                  onClick={() => {
                    setActive(target.id);
                    onChoose(target.id);
                  }}
                  onKeyDown={(event) => onListKey(event, shown.indexOf(target))}
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
