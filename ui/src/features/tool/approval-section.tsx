// Approval mode of a tool, and how a call is treated now.
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { ChangeReport, ClientAction, ApprovalMode, ToolDetail } from "../../backend";
import { backend } from "../../backend";
import { toolQuery } from "../../backend/queries";
import { Select } from "../../kit/field";
import { clip } from "../../shared/clip";
import { PanelSection } from "../../shared/panel-section";
import { ServerText } from "../../shared/server-text";
import { keyOf } from "../../shared/tool-id";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { useApprovalPreferences } from "../approvals/use-approval-preferences";
import { VerdictLabel } from "./verdict";
import styles from "./approval-section.module.css";

const MODE: Record<ApprovalMode, string> = {
  byHints: "By hints",
  alwaysAsk: "Always ask",
  askFirst: "Ask the first time",
  neverAsk: "Never ask",
  block: "Block",
};
const INHERIT = "inherit";
const OPTIONS = [{ value: INHERIT, label: "Inherit" }, ...Object.entries(MODE).map(([value, label]) => ({ value, label }))];

const asMode = (value: string): ApprovalMode | null => (value === INHERIT ? null : (value as ApprovalMode));

const DOES: Record<ToolDetail["approval"]["treatment"], { does: ClientAction; word: string }> = {
  runs: { does: "runs", word: "Runs without asking" },
  asks: { does: "asks", word: "Asks" },
  refused: { does: "refuses", word: "Refused" },
};

type Props = { detail: ToolDetail; readOnly: boolean };

export function ApprovalSection({ detail, readOnly }: Props) {
  return (
    <PanelSection id="approval" title="Approval">
      <Body detail={detail} readOnly={readOnly} />
    </PanelSection>
  );
}

function Body({ detail: { card, approval }, readOnly }: Props) {
  const id = useId();
  const client = useQueryClient();
  const isNeverAsked = approval.mode === "neverAsk" && card.behaviour === "destructive";
  const { confirms, confirmsLabel, known } = useApprovalPreferences(isNeverAsked);
  const key = keyOf(card);
  const { mutate } = useStoreMutation<ApprovalMode | null, ChangeReport>({
    run: (mode) => backend.setMode({ ...key, mode }),
    successMessage: (mode) => `Calls of ${clip(card.title, 80)}: ${mode === null ? "inherit" : MODE[mode].toLowerCase()}`,
  });
  const choose = (mode: ApprovalMode | null) => {
    // Optimistic update of the mode; the treatment is read again.
    client.setQueryData(toolQuery(key).queryKey, (old) => old && { ...old, approval: { ...old.approval, mode } });
    mutate(mode);
  };
  const { does, word } = DOES[approval.treatment];
  return (
    <>
      <div className={styles.row}>
        <label htmlFor={id}>Calls</label>
        <Select
          always
          id={id}
          data-testid="approval-mode"
          options={OPTIONS}
          value={approval.mode ?? INHERIT}
          disabled={readOnly}
          aria-describedby={`${id}-comes`}
          onChange={(event) => choose(asMode(event.target.value))}
        />
      </div>
      <p className={styles.treatment} id={`${id}-comes`} data-testid="approval-comes">
        <VerdictLabel does={does}>{word}</VerdictLabel>{" "}
        {approval.because === "" ? null : (
          <span>
            {"· "}
            <ServerText text={clip(approval.because, 300)} limit={4} />
          </span>
        )}
      </p>
      {isNeverAsked && known && confirms ? (
        <p className={styles.anyway} data-testid="asked-anyway">
          {`Asked all the same while “${confirmsLabel}” is on.`}
        </p>
      ) : null}
    </>
  );
}
