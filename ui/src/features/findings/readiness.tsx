// Readiness of the tools for the active profile: checks and remaining work; below it the other profiles.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { CheckView, PriorityTool, ProfileReadiness, ReadinessView } from "../../backend";
import { asBackendError } from "../../backend";
import { Button } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { clip } from "../../shared/clip";
import { errorMessage } from "../../shared/error-message";
import { useFindingsFilter } from "../../shared/findings-filter";
import { goToTool } from "../../shared/go-to-tool";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { SEVERITY_RANK, SeverityIcon } from "../../shared/severity";
import { idOf } from "../../shared/tool-id";
import { Meter } from "./meter";
import { OtherProfiles } from "./other-profiles";
import { readinessQuery } from "./queries";
import { formatRemainingWork, strings } from "./strings";
import styles from "./readiness.module.css";

const text = strings.readiness;

/** `profile` is the active lint profile. */
export function Readiness({ profile, readOnly }: { profile: string; readOnly: boolean }) {
  const server = useFindingsFilter((state) => state.server);
  const { data, error, refetch } = useQuery({ ...readinessQuery(server), placeholderData: keepPreviousData });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const chosen = data.profiles.find((one) => one.profile === profile);
  const others = data.profiles.filter((one) => one.profile !== profile);
  return (
    <>
      {chosen ? <ActiveProfile readiness={chosen} view={data} server={server} /> : null}
      {others.length > 0 ? <OtherProfiles profiles={others} readOnly={readOnly} /> : null}
    </>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Section title={text.title}>
      <Callout tone="error">
        <p>
          {text.loadFailed} <ServerText text={errorMessage(asBackendError(error))} />
        </p>
        <Button size="small" className={styles.retry} onClick={onRetry}>
          {text.retry}
        </Button>
      </Callout>
    </Section>
  );
}

/** Failing checks first, then by severity. */
const byNeed = (a: CheckView, b: CheckView): number =>
  Number(a.tools === 0) - Number(b.tools === 0) || SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity];

type ActiveProfileProps = { readiness: ProfileReadiness; view: ReadinessView; server: string | null };

function ActiveProfile({ readiness, view, server }: ActiveProfileProps) {
  const { profile, description, ready, passed, checks, remaining } = readiness;
  return (
    <Section title={text.title}>
      <div data-testid="readiness">
        <p className={styles.sum}>
          <b>
            <ServerText text={clip(profile, 80)} limit={1} />
          </b>
          <span>
            {text.passedFor(passed, checks.length)}{" "}
            {server === null ? text.allServers : <ServerText text={clip(server, 80)} limit={1} />}
          </span>
        </p>
        <Meter passed={passed} of={checks.length} />
        <p className={styles.description}>
          <ServerText text={clip(description, 400)} limit={2} />
        </p>
        <p className={styles.remaining} data-ready={ready || undefined}>
          {ready ? <CircleCheck size={14} aria-hidden="true" /> : null}
          <span>{text.state(ready, formatRemainingWork(remaining))}</span>
        </p>
        <FirstTools tools={readiness.first} />
        <ul className={styles.checks}>
          {[...checks].sort(byNeed).map((check) => (
            <Check key={check.rule} check={check} tools={view.tools} />
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** Number of tools that are named; the backend lists more. */
const MAX_FIRST = 3;

/** The tools to do first: those that agents call most, then the most dangerous. */
function FirstTools({ tools }: { tools: readonly PriorityTool[] }) {
  if (tools.length === 0) return null;
  return (
    <div className={styles.first} data-testid="first-tools">
      <p>{text.doFirst}</p>
      <ol>
        {tools.slice(0, MAX_FIRST).map(({ server, tool, title, behaviour, calls, errors }) => (
          <li key={idOf({ server, tool })}>
            <button type="button" className={styles.label} onClick={() => goToTool({ server, tool })}>
              <ServerText text={clip(title, 80)} limit={1} />
            </button>
            <span className={styles.count}>{text.why(behaviour, calls, errors)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Check({ check, tools }: { check: CheckView; tools: number }) {
  const { rule: chosen, put } = useFindingsFilter();
  const { rule, description, severity, category, tools: failing } = check;
  const label = (
    <>
      <ServerText text={clip(description, 200)} limit={2} />
      {category === "heuristic" ? <span className={styles.caveat}>{text.mayBeWrong}</span> : null}
    </>
  );
  if (failing === 0) {
    return (
      <li data-testid="check" data-passed>
        <span className={styles.passed} role="img" aria-label={text.passes}>
          <CircleCheck size={14} aria-hidden="true" />
        </span>
        <span className={styles.label}>{label}</span>
        <span className={styles.count}>{text.allTools(tools)}</span>
      </li>
    );
  }
  return (
    <li data-testid="check">
      <SeverityIcon severity={severity} named />
      <button
        type="button"
        className={styles.label}
        aria-pressed={chosen === rule}
        onClick={() => put({ rule: chosen === rule ? null : rule, severity: null, text: "", suppressed: false })}
      >
        {label}
      </button>
      <span className={styles.count}>{text.failingTools(failing)}</span>
    </li>
  );
}
