// Content of the run dialog: hints, arguments, saved and recent calls, and the result.
import type { KeyboardEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { commandOf } from "../../shared/keymap";
import type { Badge, ReaderInput, RunnerView, ToolKey } from "../../backend";
import { DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { HintSentences } from "../../shared/hint-sentences";
import { FailureMessage } from "../servers/server-failure";
import { CallTwice } from "./call-twice";
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
import { toMend } from "./labels";
import styles from "./run-dialog.module.css";

type Props = { tool: ToolKey; view: RunnerView; badges: readonly Badge[]; readOnly: boolean; holdRef: RefObject<() => boolean> };

const INPUTS = "input:not([aria-hidden]), textarea, select, [role=checkbox], [role=radio][tabindex='0']";

/** First required input without a value, else the first input. */
const firstInput = (form: Element): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-wanted] :is(${INPUTS})`) ?? form.querySelector<HTMLElement>(INPUTS);

export function RunBody({ tool, view, badges, readOnly, holdRef }: Props) {
  // The form does not change while the user fills it in, even if the server is scanned again.
  const [form] = useState(view.form);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [held, setHeld] = useState(false);
  const written = useArguments(form);
  const complaints = useViolations(tool, written, view.refused === null);
  const { running, ended, go, cancel } = useRun(tool);
  const formRef = useRef<HTMLDivElement>(null);
  const goRef = useRef<HTMLButtonElement>(null);

  const isWrong = complaints.all.length > 0 && complaints.current;
  const isOff = view.refused !== null || running !== null || written.broken;
  const why = view.refused ? "It cannot be run now" : complaints.all.length > 0 ? toMend(complaints.all.length) : null;
  const start = (anyway: boolean, twice?: { reader: ReaderInput | null }) => {
    if (isOff || (isWrong && !anyway)) return;
    setHeld(false);
    go(written.text, { anyway, ...(twice ? { twice } : {}) });
  };
  const fill = (text: string, notKept: readonly string[]) => {
    written.fill(text);
    setLeft(notKept);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (commandOf("form", event) !== "submit" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) start(false);
  };

  useEffect(() => {
    (formRef.current && firstInput(formRef.current) ? firstInput(formRef.current) : goRef.current)?.focus({ preventScroll: true });
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
        foot={<RunFoot goRef={goRef} running={running} off={isOff || isWrong} why={why} readOnly={readOnly} onRun={() => start(false)} onCancel={cancel} />}
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
              <ViolationsContext value={complaints.all}>
                <RunForm form={form} arguments={written} left={left} />
              </ViolationsContext>
            </div>
            <SavedCalls tool={tool} saved={view.saved} readOnly={readOnly} text={written.broken ? null : written.text} onChoose={(call) => fill(call.arguments, [])} />
            <RecentCalls tool={tool} recent={view.recent} readOnly={readOnly} onChoose={(call) => fill(call.arguments, call.redacted)} />
            <CallTwice readers={view.readers} disabled={isOff || isWrong} onCall={(reader) => start(false, { reader })} />
          </div>
          <div className={styles.column}>
            <ViolationSummary complaints={complaints} onAnyway={isOff ? null : () => start(true)} />
            <RunOutcome running={running} ended={ended} held={held} openWorld={view.openWorld} />
          </div>
        </div>
      </DialogPane>
    </div>
  );
}
