// Approval preferences. Unknown values count as the stricter choice.
import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "../preferences/queries";
import { strings } from "./strings";

const DESTRUCTIVE = "approval.destructive";
const TYPE_NAME = "approval.type";

export type ApprovalPreferences = {
  /** Every destructive call needs a confirmation, regardless of earlier approvals. */
  confirms: boolean;
  /** Label of that preference. */
  confirmsLabel: string;
  /** The user has to type the name of the tool before allowing a destructive call. */
  requiresTypedName: boolean;
  known: boolean;
};

/** `enabled`: false skips the query if the caller does not need the preferences. */
export function useApprovalPreferences(enabled = true): ApprovalPreferences {
  const { data, isError } = useQuery({ ...preferencesQuery, enabled });
  const preference = (key: string) => data?.preferences.find((one) => one.key === key);
  const confirms = preference(DESTRUCTIVE);
  return {
    confirms: confirms?.value !== "off",
    confirmsLabel: confirms?.label ?? strings.alwaysConfirm,
    requiresTypedName: data ? preference(TYPE_NAME)?.value === "on" : isError,
    known: data !== undefined || isError,
  };
}
