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
import { strings } from "./strings";
import { VerdictLabel } from "./verdict";
import styles from "./approval-section.module.css";

const INHERIT = "inherit";
const OPTIONS = [
  { value: INHERIT, label: strings.approval.inherit },
  ...Object.entries(strings.approval.modes).map(([value, label]) => ({ value, label })),
];
const modeLabel = (mode: ApprovalMode | null): string => (mode === null ? strings.approval.inherit : strings.approval.modes[mode]);

const asMode = (value: string): ApprovalMode | null => (value === INHERIT ? null : (value as ApprovalMode));

/** Icon of each treatment. */
const ACTION: Record<ToolDetail["approval"]["treatment"], ClientAction> = { runs: "runs", asks: "asks", refused: "refuses" };

type Props = { detail: ToolDetail; readOnly: boolean };

export function ApprovalSection({ detail, readOnly }: Props) {
  return (
    <PanelSection id="approval" title={strings.approval.title}>
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
    successMessage: (mode) => strings.approval.saved(clip(card.title, 80), modeLabel(mode)),
  });
  const choose = (mode: ApprovalMode | null) => {
    // Optimistic update of the mode; the treatment is reloaded.
    client.setQueryData(toolQuery(key).queryKey, (old) => old && { ...old, approval: { ...old.approval, mode } });
    mutate(mode);
  };
  return (
    <>
      <div className={styles.row}>
        <label htmlFor={id}>{strings.approval.label}</label>
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
        <VerdictLabel action={ACTION[approval.treatment]}>{strings.approval.treatments[approval.treatment]}</VerdictLabel>{" "}
        {approval.because === "" ? null : (
          <span>
            {"· "}
            <ServerText text={clip(approval.because, 300)} limit={4} />
          </span>
        )}
      </p>
      {isNeverAsked && known && confirms ? (
        <p className={styles.anyway} data-testid="asked-anyway">
          {strings.approval.stillAsks(confirmsLabel)}
        </p>
      ) : null}
    </>
  );
}
