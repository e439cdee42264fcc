// What is preferred about approvals. What is not known is taken for the careful choice.
import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "../preferences/queries";

const DESTRUCTIVE = "approval.destructive";
const TYPE = "approval.type";

export type ApprovalPreferences = {
  /** Every destructive call is confirmed, whatever was allowed before. */
  confirms: boolean;
  /** What that preference is called. */
  confirmsLabel: string;
  /** The name of the tool has to be typed before a destructive call is allowed. */
  types: boolean;
  known: boolean;
};

/** `enabled`: whether it matters at all. */
export function useApprovalPreferences(enabled = true): ApprovalPreferences {
  const { data, isError } = useQuery({ ...preferencesQuery, enabled });
  const of = (key: string) => data?.preferences.find((preference) => preference.key === key);
  const confirms = of(DESTRUCTIVE);
  return {
    confirms: confirms?.value !== "off",
    confirmsLabel: confirms?.label ?? "Always confirm destructive calls",
    types: data ? of(TYPE)?.value === "on" : isError,
    known: data !== undefined || isError,
  };
}
