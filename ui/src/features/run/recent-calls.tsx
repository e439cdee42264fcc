// Recent manual calls of a tool: time, outcome, and arguments to reuse.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RecentCall, ToolKey } from "../../backend";
import { backend } from "../../backend";
import { LinkButton } from "../../kit/button";
import { clip } from "../../shared/clip";
import { exactly } from "../../shared/day";
import { notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { formatClock } from "../gateway/strings";
import { Fold } from "./fold";
import { usePages } from "./many-fields";
import { runnerQuery } from "./queries";
import { callOutcome } from "./outcome";
import { strings } from "./strings";
import styles from "./calls.module.css";

const text = strings.recentCalls;

type Props = { tool: ToolKey; recent: readonly RecentCall[]; readOnly: boolean; onChoose: (call: RecentCall) => void };

export function RecentCalls({ tool, recent, readOnly, onChoose }: Props) {
  return (
    <Fold title={text.title} count={recent.length} testId="run-recent">
      {recent.length === 0 ? (
        <p className={styles.none}>{text.empty}</p>
      ) : (
        <CallList recent={recent} onChoose={onChoose} />
      )}
      {recent.length === 0 || readOnly ? null : <ClearButton tool={tool} />}
    </Fold>
  );
}

function CallList({ recent, onChoose }: Pick<Props, "recent" | "onChoose">) {
  const now = useNow();
  const { visible, more } = usePages(recent.length);
  return (
    <>
      <ul className={styles.list} aria-label={text.title}>
        {recent.slice(0, visible).map((call) => {
          const { label, tone } = callOutcome(call);
          return (
            <li key={call.id}>
              <button type="button" className={styles.call} title={exactly(call.at)} onClick={() => onChoose(call)}>
                <span className={styles.time}>{formatClock(call.at, now)}</span>
                <span className={styles.outcome} data-tone={tone}>
                  {label}
                </span>
                <code>
                  <ServerText text={clip(call.arguments, 120)} limit={1} />
                </code>
              </button>
            </li>
          );
        })}
      </ul>
      {more}
    </>
  );
}

function ClearButton({ tool }: { tool: ToolKey }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => backend.forgetRecentCalls(tool),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: runnerQuery(tool).queryKey }),
  });
  return (
    <LinkButton disabled={isPending} onClick={() => mutate()}>
      {text.clear}
    </LinkButton>
  );
}
