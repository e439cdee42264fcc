// Names of the tools that a dialog changes: the first ones, and the others on request.
import { useEffect, useRef, useState } from "react";
import type { ToolCard } from "../../backend";
import { LinkButton } from "../../kit/button";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { cardId } from "../../shared/tool-id";
import { strings } from "./strings";
import styles from "./tool-names.module.css";

const MAX_LISTED = 10;

const text = strings.acceptDialog;

export function ToolNames({ cards }: { cards: readonly ToolCard[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The pressed button is gone: the focus goes to the first name that was not listed.
  useEffect(() => {
    if (showsAll) (list.current?.children[MAX_LISTED] as HTMLElement | undefined)?.focus();
  }, [showsAll]);
  return (
    <div data-testid="tool-names">
      <ul ref={list} className={styles.list} aria-label={text.tools}>
        {cards.slice(0, showsAll ? cards.length : MAX_LISTED).map((card, index) => (
          <li key={cardId(card)} tabIndex={index === MAX_LISTED ? -1 : undefined}>
            <ServerText text={clip(`${card.server}.${card.name}`, 200)} limit={1} />
          </li>
        ))}
      </ul>
      {showsAll || cards.length <= MAX_LISTED ? null : (
        <LinkButton onClick={() => setShowsAll(true)}>{text.more(cards.length - MAX_LISTED)}</LinkButton>
      )}
    </div>
  );
}
