// Height of an open call, computed from its content, so that no row has to be measured.
import type { CallView } from "../../backend";
import { callReason } from "./status";

export const LINE = 20;
/** Longer lists of arguments scroll. */
export const MAX_VISIBLE_ARGUMENTS = 8;
const FRAME = 17;

const argumentLines = ({ arguments: all }: CallView): number => Math.max(1, Math.min(all.length, MAX_VISIBLE_ARGUMENTS));

export const argumentsHeight = (call: CallView): number => LINE * argumentLines(call);

export const detailHeight = (call: CallView): number =>
  FRAME + LINE * (1 + (callReason(call) === "" ? 0 : 1)) + argumentsHeight(call);
