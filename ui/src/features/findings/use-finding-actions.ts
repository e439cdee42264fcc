// Actions on findings: fix, suppress, unsuppress, open the tool. Every change can be undone.
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
import { strings } from "./strings";

const nameOf = (key: SuppressionKey): string => clip(idOf(key), 80);

export const useSuppress = (onDone: () => void) =>
  useStoreMutation<SuppressInput, ChangeReport>({
    run: (input) => backend.suppress(input),
    successMessage: (input) => strings.actions.suppressed(input.rule, nameOf(input)),
    onDone,
  });

const keyOf = ({ server, tool, finding }: FindingRow): SuppressionKey => ({ server, tool, rule: finding.rule });

export type FindingActions = {
  fix: (row: FindingRow) => void;
  openTool: (row: FindingRow) => void;
  suppress: (row: FindingRow) => void;
  unsuppress: (row: FindingRow) => void;
};

const openTool = ({ server, tool, finding }: FindingRow): void => goToTool({ server, tool }, sectionOf(finding.field));

const suppress = (row: FindingRow): void =>
  useNavigation.getState().open({ kind: "suppressFinding", finding: keyOf(row), message: row.finding.message });

export function useFindingActions(): FindingActions {
  const decisions = useDecisions();
  const { mutate: removeSuppression } = useStoreMutation<SuppressionKey, ChangeReport>({
    run: (input) => backend.unsuppress(input),
    successMessage: (input) => strings.actions.unsuppressed(input.rule, nameOf(input)),
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
  const unsuppress = useCallback((row: FindingRow) => removeSuppression(keyOf(row)), [removeSuppression]);
  return { fix, openTool, suppress, unsuppress };
}
