// How high a call is when it is open. Follows from what is said, so that nothing has to be measured.
import type { CallView } from "../../backend";
import { whyOf } from "./labels";

export const LINE = 20;
/** More than these scroll. */
export const MOST_ARGUMENTS = 8;
const FRAME = 17;

const argumentLines = ({ arguments: all }: CallView): number => Math.max(1, Math.min(all.length, MOST_ARGUMENTS));

export const argumentsHeight = (call: CallView): number => LINE * argumentLines(call);

export const detailHeight = (call: CallView): number =>
  FRAME + LINE * (1 + (whyOf(call) === "" ? 0 : 1)) + argumentsHeight(call);
