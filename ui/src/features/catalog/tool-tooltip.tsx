// Tooltip shared by all cards and badges: five annotations with value, mark and reason.
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import type { ResolvedHint, ToolCard, ToolKey } from "../../backend";
import { toolQuery } from "../../backend/queries";
import { HINT_LABEL, yesNo } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { formatReviewStatus } from "../tool/review-labels";
import { isDecided, isDisputed } from "./disputed";
import { strings } from "./strings";
import { useHoverAnchor } from "./use-hover-anchor";
import styles from "./tool-tooltip.module.css";

const ID = "tool-tooltip";
const GAP = 6;
const EDGE = 8;

type Props = {
  grid: RefObject<HTMLElement | null>;
  cards: readonly ToolCard[];
  order: readonly number[];
  /** The tooltip opens only on elements with a hint mark, not on the whole tool. */
  marksOnly?: boolean;
};

export function ToolTooltip({ grid, cards, order, marksOnly = false }: Props) {
  const anchor = useHoverAnchor(grid, ID, marksOnly);
  const at = anchor?.cell.dataset.position;
  const card = at === undefined ? undefined : cards[order[Number(at)] ?? -1];
  if (!anchor || !card) return null;
  const key = { server: card.server, tool: card.name };
  return <TooltipBody key={`${key.server}.${key.tool}`} tool={key} anchor={anchor.mark ?? anchor.cell} />;
}

function TooltipBody({ tool, anchor }: { tool: ToolKey; anchor: HTMLElement }) {
  const { data } = useQuery(toolQuery(tool));
  const now = useNow();
  const root = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const node = root.current;
    if (!node) return;
    const box = anchor.getBoundingClientRect();
    const { width, height } = node.getBoundingClientRect();
    const below = box.bottom + GAP;
    const fits = below + height <= window.innerHeight - EDGE;
    setPosition({
      left: Math.max(EDGE, Math.min(box.left, window.innerWidth - width - EDGE)),
      top: fits ? below : Math.max(EDGE, box.top - GAP - height),
    });
  }, [anchor, data]);
  if (!data) return null;
  return (
    <div
      ref={root}
      id={ID}
      role="tooltip"
      className={styles.tip}
      style={position ? { left: position.left, top: position.top } : { visibility: "hidden" }}
    >
      <div className={styles.head}>
        <ServerText text={data.title.value} className={styles.title} />
        <ServerText text={data.card.server} className={styles.server} />
      </div>
      <dl className={styles.list}>
        <dt>
          <Mark mark={data.title.mark} />
          {strings.tooltip.title}
        </dt>
        <dd />
        <dd>
          <Reason text={data.title.reason} />
        </dd>
        {data.hints.map((hint) => (
          <HintLine key={hint.hint} hint={hint} />
        ))}
      </dl>
      <p className={styles.review}>
        <ServerText text={`${formatReviewStatus(data, now)}.`} />
        {data.card.suspended ? strings.tooltip.suspended : null}
        {isDisputed(data.card) ? strings.tooltip.disputed(isDecided(data.card)) : null}
        {/* Resolved once the user has accepted the tool. */}
        {data.card.conflict && !isDisputed(data.card) && data.card.review !== "reviewed" ? strings.tooltip.conflict : null}
        {strings.tooltip.tokens(data.card.tokens)}
      </p>
    </div>
  );
}

function HintLine({ hint }: { hint: ResolvedHint }) {
  const unused = hint.unused !== null;
  return (
    <>
      <dt data-unused={unused || undefined}>
        <Mark mark={unused ? "none" : hint.mark} />
        {HINT_LABEL[hint.hint]}
      </dt>
      <dd className={styles.value} data-unused={unused || undefined}>
        {unused ? "–" : yesNo(hint.value)}
      </dd>
      <dd data-unused={unused || undefined}>
        {hint.unused !== null ? strings.tooltip.notUsed(hint.unused) : <Reason text={hint.reason} />}
      </dd>
    </>
  );
}
