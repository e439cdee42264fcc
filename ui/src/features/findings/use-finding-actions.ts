// Actions on findings: fix, ignore, count again, open the tool. Every change can be undone.
import { useCallback, useRef } from "react";
import type { ChangeReport, FindingRow, SuppressInput, SuppressionKey } from "../../backend";
import { backend } from "../../backend";
import { clip } from "../../shared/clip";
import { goToTool } from "../../shared/go-to-tool";
import { idOf } from "../../shared/tool-id";
import { useNavigation } from "../../shared/navigation";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { useDecisions } from "../tool/use-decisions";
import { sectionOf } from "./section-of";

const nameOf = (key: SuppressionKey): string => clip(idOf(key), 80);

export const useSuppress = (onDone: () => void) =>
  useStoreMutation<SuppressInput, ChangeReport>({
    run: (input) => backend.suppress(input),
    successMessage: (input) => `${input.rule} no longer counts on ${nameOf(input)}`,
    onDone,
  });

const keyOf = ({ server, tool, finding }: FindingRow): SuppressionKey => ({ server, tool, rule: finding.rule });

export type FindingActions = {
  fix: (row: FindingRow) => void;
  openTool: (row: FindingRow) => void;
  ignore: (row: FindingRow) => void;
  countAgain: (row: FindingRow) => void;
};

const openTool = ({ server, tool, finding }: FindingRow): void => goToTool({ server, tool }, sectionOf(finding.field));

const ignore = (row: FindingRow): void =>
  useNavigation.getState().open({ kind: "ignoreFinding", finding: keyOf(row), message: row.finding.message });

export function useFindingActions(): FindingActions {
  const decisions = useDecisions();
  const { mutate: unsuppress } = useStoreMutation<SuppressionKey, ChangeReport>({
    run: (input) => backend.unsuppress(input),
    successMessage: (input) => `${input.rule} counts again on ${nameOf(input)}`,
  });
  // A double press must not send a fix twice: a row that was sent is sent again only after a reload replaces it.
  const sent = useRef(new WeakSet<FindingRow>());
  const fix = useCallback(
    (row: FindingRow) => {
      const { server, tool, seen, title, finding } = row;
      if (!finding.fix || sent.current.has(row)) return;
      sent.current.add(row);
      void decisions.fix({ server, tool }, finding.fix, { seen, title });
    },
    [decisions],
  );
  const countAgain = useCallback((row: FindingRow) => unsuppress(keyOf(row)), [unsuppress]);
  return { fix, openTool, ignore, countAgain };
}
