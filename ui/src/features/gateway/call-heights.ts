// Height of an open call, computed from its content, so that no row has to be measured.
import type { CallView } from "../../backend";
import { whyOf } from "./labels";

export const LINE = 20;
/** Longer lists of arguments scroll. */
export const MOST_ARGUMENTS = 8;
const FRAME = 17;

const argumentLines = ({ arguments: all }: CallView): number => Math.max(1, Math.min(all.length, MOST_ARGUMENTS));

export const argumentsHeight = (call: CallView): number => LINE * argumentLines(call);

export const detailHeight = (call: CallView): number =>
  FRAME + LINE * (1 + (whyOf(call) === "" ? 0 : 1)) + argumentsHeight(call);
