// Outcome of a call: label and tone.
import type { RunReport } from "../../backend";
import { callDecision, callResult } from "../gateway/status";

export type Outcome = { label: string; tone: "ok" | "error" | "dim" };

export function callOutcome({ verdict, outcome }: Pick<RunReport, "verdict" | "outcome">): Outcome {
  if (verdict !== "allowed") return callDecision(verdict);
  const { label, tone } = callResult({ verdict, outcome });
  return { label, tone: outcome === "ok" ? "ok" : tone };
}
