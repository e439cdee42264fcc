// Row model of the queue: headings and open tools, then the tools done in this session. Independent of React.
import type { ReviewGroup, ReviewItem, ToolCard } from "../../backend";
import type { QueueOrder } from "../../shared/review-session";
import { cardId } from "../../shared/tool-id";
import { strings } from "./strings";

const GROUPS: readonly ReviewGroup[] = ["drifted", "conflict", "new", "unreviewed"];
const byTitle = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

export type QueueRow =
  | { kind: "heading"; label: string; count: number }
  | { kind: "tool"; card: ToolCard; group: string; done: boolean; position: number };

export type QueueModel = {
  rows: readonly QueueRow[];
  /** Tools in list order: the open ones, then the done ones. */
  order: readonly ToolCard[];
  /** Number of open tools. */
  open: number;
};

type Group = { label: string; cards: readonly ToolCard[] };

/** Groups in the order of their labels. Items for which `isLast` is true come after the others. */
function byLabel(
  items: readonly ReviewItem[],
  labelOf: (card: ToolCard) => string,
  isLast: (card: ToolCard) => boolean = () => false,
): Group[] {
  const groups = new Map<string, { label: string; cards: ToolCard[]; last: boolean }>();
  for (const { card } of items) {
    const label = labelOf(card);
    const group = groups.get(label) ?? { label, cards: [], last: isLast(card) };
    group.cards.push(card);
    groups.set(label, group);
  }
  return [...groups.values()].sort((a, b) => Number(a.last) - Number(b.last) || byTitle.compare(a.label, b.label));
}

/** Open tools under their headings. The backend sorts the queue by group, most dangerous tool first. */
function groupsOf(items: readonly ReviewItem[], order: QueueOrder): Group[] {
  switch (order) {
    case "danger":
      return GROUPS.map((group) => ({
        label: strings.queue.groups[group],
        cards: items.filter((item) => item.group === group).map((item) => item.card),
      }));
    case "calls": {
      const [called, never] = [items.filter((item) => item.calls > 0), items.filter((item) => item.calls === 0)];
      return [
        { label: strings.queue.called, cards: called.sort((a, b) => b.calls - a.calls).map((item) => item.card) },
        { label: strings.queue.neverCalled, cards: never.map((item) => item.card) },
      ];
    }
    case "module":
      return byLabel(
        items,
        ({ server, module }) => strings.queue.module(server, module),
        ({ module }) => module === null,
      );
    case "server":
      return byLabel(items, ({ server }) => server);
    case "name": {
      const cards = items.map((item) => item.card);
      return [{ label: strings.queue.allTools, cards: cards.sort((a, b) => byTitle.compare(a.title, b.title)) }];
    }
  }
}

export function buildQueue(
  items: readonly ReviewItem[],
  done: readonly ToolCard[],
  pending: ReadonlySet<string>,
  queueOrder: QueueOrder = "danger",
): QueueModel {
  const rows: QueueRow[] = [];
  const order: ToolCard[] = [];
  const addGroup = (label: string, cards: readonly ToolCard[], isDone: boolean) => {
    if (cards.length === 0) return;
    rows.push({ kind: "heading", label, count: cards.length });
    for (const card of cards) {
      rows.push({ kind: "tool", card, group: label, done: isDone, position: order.length });
      order.push(card);
    }
  };
  const remaining = items.filter((item) => !pending.has(cardId(item.card)));
  for (const { label, cards } of groupsOf(remaining, queueOrder)) addGroup(label, cards, false);
  const open = order.length;
  const openIds = new Set(order.map(cardId));
  addGroup(strings.queue.reviewedGroup, done.filter((card) => !openIds.has(cardId(card))), true);
  return { rows, order, open };
}

/** Tool to select after this one is accepted: the next open one, else the first, else null. */
export function afterAccepting({ order, open }: QueueModel, position: number): ToolCard | null {
  if (position < open - 1) return order[position + 1] ?? null;
  const first = order[0];
  return open > 0 && first && position !== 0 ? first : null;
}

type NextOf = ReadonlyMap<string, string | null>;

/** Tool before the selected one: the accepted one that led to it, else the one above it. */
export function toolBefore({ order, open }: QueueModel, position: number, nextOf: NextOf): ToolCard | null {
  const current = order[position];
  const id = current ? cardId(current) : null;
  const accepted = order.slice(open).findLast((card) => nextOf.get(cardId(card)) === id);
  return accepted ?? (current ? order[position - 1] : order.at(-1)) ?? null;
}

/** Tool after the selected one: for an accepted one the tool that it led to, else the one below it. */
export function toolAfter({ order, open }: QueueModel, position: number, nextOf: NextOf): ToolCard | null {
  const current = order[position];
  if (!current) return null;
  const next = position < open ? undefined : nextOf.get(cardId(current));
  const continued = next ? order.find((card) => cardId(card) === next) : undefined;
  return continued ?? order[position + 1] ?? null;
}
