// Labels of preference values, and validation of numbers.
import type { PreferenceKind, PreferenceView } from "../../backend";

export function formatPreferenceValue({ kind }: PreferenceView, value: string): string {
  if (kind.is === "switch") return value === "on" ? "on" : "off";
  if (kind.is === "choice") return kind.choices.find((choice) => choice.value === value)?.label ?? value;
  return kind.unit ? `${value} ${kind.unit}` : value;
}

/** Reason why the text is not a valid number, or null. */
export function numberProblem(typed: string, { min, max }: Extract<PreferenceKind, { is: "number" }>): string | null {
  const range = `${min.toLocaleString("en")} to ${max.toLocaleString("en")}`;
  if (!/^[+-]?\d+$/.test(typed.trim())) return `A whole number is needed, from ${range}.`;
  const value = Number(typed);
  return value < min || value > max ? `It has to be from ${range}.` : null;
}
