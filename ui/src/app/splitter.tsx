// Splitter of a pane: drag it with the pointer, move it with the arrow keys, reset it with a double click or Enter.
import type { KeyboardEvent, PointerEvent } from "react";
import { useRef } from "react";
import type { Pane } from "../shared/appearance";
import { setAppearance } from "../shared/appearance";
import type { Room } from "./pane-width";
import { strings } from "./strings";
import styles from "./splitter.module.css";

const STEP = 16;
const { panes: text } = strings;
const LABEL: Record<Pane, string> = { sidebar: text.sidebarWidth, panel: text.panelWidth };

type Props = { pane: Pane; room: Room };

export function Splitter({ pane, room }: Props) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  /** Sign of the resize: the sidebar grows to the right, the panel to the left. */
  const direction = pane === "sidebar" ? 1 : -1;
  const set = (width: number | null) =>
    setAppearance({ [pane]: width === null ? null : Math.round(Math.min(room.max, Math.max(room.min, width))) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") set(room.width - STEP * direction);
    else if (event.key === "ArrowRight") set(room.width + STEP * direction);
    else if (event.key === "Home") set(room.min);
    else if (event.key === "End") set(room.max);
    else if (event.key === "Enter") set(null);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: room.width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) set(drag.current.width + (event.clientX - drag.current.x) * direction);
  };
  const end = () => {
    drag.current = null;
  };
  return (
    <div
      className={styles.splitter}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={LABEL[pane]}
      aria-valuenow={room.width}
      aria-valuemin={room.min}
      aria-valuemax={room.max}
      aria-valuetext={text.width(room.width)}
      data-pane={pane}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
      onDoubleClick={() => set(null)}
    />
  );
}
