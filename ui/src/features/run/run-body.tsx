// Content of the run dialog: hints, arguments, saved and recent calls, and the result.
import type { KeyboardEvent, RefObject } from "react";
import { useEffect, useMemo, useRef, useState } from "react";
import { commandOf } from "../../shared/keymap";
import type { Badge, ReaderInput, RunnerView, ToolKey } from "../../backend";
import { DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { HintSentences } from "../../shared/hint-sentences";
import { FailureMessage } from "../servers/server-failure";
import { CallTwice } from "./call-twice";
import { emptyRequiredPaths } from "./empty-required";
import { ViolationSummary } from "./violation-summary";
import { ViolationsContext } from "./violations-context";
import { RecentCalls } from "./recent-calls";
import { RunFoot } from "./run-foot";
import { RunForm } from "./run-form";
import { RunOutcome } from "./run-outcome";
import { SavedCalls } from "./saved-calls";
import { useArguments } from "./use-arguments";
import { useViolations } from "./use-violations";
import { useRun } from "./use-run";
import { strings } from "./strings";
import styles from "./run-dialog.module.css";

type Props = { tool: ToolKey; view: RunnerView; badges: readonly Badge[]; readOnly: boolean; holdRef: RefObject<() => boolean> };

const INPUTS = "input:not([aria-hidden]), textarea, select, [role=checkbox], [role=radio][tabindex='0']";

/** First required input without a value, else the first input. */
const firstInput = (form: Element): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-wanted] :is(${INPUTS})`) ?? form.querySelector<HTMLElement>(INPUTS);

export function RunBody({ tool, view, badges, readOnly, holdRef }: Props) {
  // The form does not change while the user fills it in, even if the server is scanned again.
  const [form] = useState(view.form);
  const [redacted, setRedacted] = useState<readonly string[]>([]);
  const [isHeld, setHeld] = useState(false);
  const draft = useArguments(form);
  const violations = useViolations(tool, draft, view.refused === null);
  const [hasTried, setTried] = useState(false);
  const shown = useMemo(() => {
    if (hasTried || draft.state.mode === "json") return violations;
    const empty = emptyRequiredPaths(form, draft.state.value);
    return { ...violations, all: violations.all.filter(({ path }) => !empty.has(path)) };
  }, [violations, hasTried, draft.state, form]);
  const { running, ended, run, cancel } = useRun(tool);
  const formRef = useRef<HTMLDivElement>(null);
  const runRef = useRef<HTMLButtonElement>(null);

  const isInvalid = violations.all.length > 0 && violations.current;
  const isDisabled = view.refused !== null || running !== null || draft.broken;
  const count = shown.all.length;
  const asks = view.confirmation === null ? null : strings.dialog.asksFirst;
  const why = view.refused ? strings.dialog.notNow : count > 0 ? strings.violations.fix(count) : asks;
  const start = (anyway: boolean, twice?: { reader: ReaderInput | null }) => {
    if (isDisabled) return;
    if (!anyway) setTried(true);
    if (isInvalid && !anyway) {
      if (!hasTried && formRef.current) firstInput(formRef.current)?.focus();
      return;
    }
    setHeld(false);
    run(draft.text, { anyway, ...(twice ? { twice } : {}) });
  };
  const fill = (text: string, missing: readonly string[]) => {
    draft.fill(text);
    setRedacted(missing);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (commandOf("form", event) !== "submit" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) start(false);
  };

  useEffect(() => {
    (formRef.current && firstInput(formRef.current) ? firstInput(formRef.current) : runRef.current)?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    holdRef.current = () => {
      if (running) setHeld(true);
      return running !== null;
    };
  });

  return (
    <div className={styles.run} onKeyDown={onKeyDown}>
      <DialogPane
        foot={<RunFoot runRef={runRef} running={running} disabled={isDisabled || (isInvalid && count > 0)} why={why} readOnly={readOnly} onRun={() => start(false)} onCancel={cancel} />}
      >
        <div className={styles.columns}>
          <div className={styles.column} data-testid="run-left-side">
            <HintSentences badges={badges} sentences={view.sentences} />
            {view.refused ? (
              <div data-testid="run-refused">
                <Callout tone="error">
                  <FailureMessage failure={view.refused} />
                </Callout>
              </div>
            ) : null}
            <div ref={formRef}>
              <ViolationsContext value={shown.all}>
                <RunForm form={form} arguments={draft} redacted={redacted} />
              </ViolationsContext>
            </div>
            <SavedCalls tool={tool} saved={view.saved} readOnly={readOnly} json={draft.broken ? null : draft.text} onChoose={(call) => fill(call.arguments, [])} />
            <RecentCalls tool={tool} recent={view.recent} readOnly={readOnly} onChoose={(call) => fill(call.arguments, call.redacted)} />
            <CallTwice readers={view.readers} disabled={isDisabled || (isInvalid && count > 0)} onCall={(reader) => start(false, { reader })} />
          </div>
          <div className={styles.column}>
            <ViolationSummary violations={shown} onAnyway={isDisabled ? null : () => start(true)} />
            <RunOutcome running={running} ended={ended} isHeld={isHeld} openWorld={view.openWorld} />
          </div>
        </div>
      </DialogPane>
    </div>
  );
}
