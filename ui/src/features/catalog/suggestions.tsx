// Suggestions (listbox) below the search field. Focus stays in the field.
import { useEffect, useRef } from "react";
import type { Completion } from "../../backend";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./suggestions.module.css";

type Props = {
  id: string;
  list: readonly Completion[];
  active: number;
  onPoint: (index: number) => void;
  onTake: (completion: Completion) => void;
};

export function Suggestions({ id, list, active, onPoint, onTake }: Props) {
  const root = useRef<HTMLUListElement>(null);
  useEffect(() => {
    root.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, list]);
  return (
    <ul ref={root} id={id} role="listbox" aria-label={strings.search.suggestions} className={styles.list} data-testid="suggestions">
      {list.map((completion, index) => (
        <li
          key={completion.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onPointerMove={() => onPoint(index)}
          // A click must not move focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(completion)}
        >
          <code>
            <ServerText text={completion.text} />
          </code>
          <span>
            <ServerText text={completion.description} />
          </span>
        </li>
      ))}
    </ul>
  );
}
