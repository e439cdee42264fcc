// Label for the description coverage of parameters.
import type { Coverage } from "../backend";
import { counted } from "./ago";

export function coverageLabel({ described, parameters }: Coverage): string {
  if (parameters === 0) return "no parameters";
  return `${described.toLocaleString("en")} of ${counted(parameters, "parameter")} ${described === 1 ? "has" : "have"} a description`;
}
