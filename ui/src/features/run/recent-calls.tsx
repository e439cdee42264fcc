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
import { clock } from "../gateway/labels";
import { Fold } from "./fold";
import { usePages } from "./many-fields";
import { runnerQuery } from "./queries";
import { outcomeOf } from "./labels";
import styles from "./calls.module.css";

type Props = { tool: ToolKey; recent: readonly RecentCall[]; readOnly: boolean; onChoose: (call: RecentCall) => void };

export function RecentCalls({ tool, recent, readOnly, onChoose }: Props) {
  return (
    <Fold title="Recent calls" count={recent.length} testId="run-recent">
      {recent.length === 0 ? (
        <p className={styles.none}>This tool was not called here yet.</p>
      ) : (
        <CallList recent={recent} onChoose={onChoose} />
      )}
      {recent.length === 0 || readOnly ? null : <Forget tool={tool} />}
    </Fold>
  );
}

function CallList({ recent, onChoose }: Pick<Props, "recent" | "onChoose">) {
  const now = useNow();
  const { shown, more } = usePages(recent.length);
  return (
    <>
      <ul className={styles.list} aria-label="Recent calls">
        {recent.slice(0, shown).map((call) => {
          const { word, tone } = outcomeOf(call);
          return (
            <li key={call.id}>
              <button type="button" className={styles.call} title={exactly(call.at)} onClick={() => onChoose(call)}>
                <span className={styles.time}>{clock(call.at, now)}</span>
                <span className={styles.outcome} data-tone={tone}>
                  {word}
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

function Forget({ tool }: { tool: ToolKey }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => backend.forgetRecentCalls(tool),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: runnerQuery(tool).queryKey }),
  });
  return (
    <LinkButton disabled={isPending} onClick={() => mutate()}>
      Forget these
    </LinkButton>
  );
}
