// Zoom of the window: steps, and the saved zoom factor at startup.
import { backend } from "../backend";
import { setAppearance, useAppearance, ZOOMS } from "./appearance";
import { notifyError } from "./notify";

export function zoomTo(factor: number): void {
  setAppearance({ zoom: factor });
  backend.zoom(factor).catch(notifyError);
}

export function zoomBy(step: 1 | -1): void {
  const { zoom } = useAppearance.getState();
  const next = step > 0 ? ZOOMS.find((size) => size > zoom) : ZOOMS.findLast((size) => size < zoom);
  if (next !== undefined) zoomTo(next);
}

/** A window starts at 100%, so only another zoom factor needs a request. */
export function zoomAtStart(): void {
  const { zoom } = useAppearance.getState();
  if (zoom !== 1) zoomTo(zoom);
}
