// Malformed parts of a tool definition, which is stored as received.
import { CircleAlert } from "lucide-react";
import type { ToolProblem } from "../../backend";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./problem-list.module.css";

const MAX_LISTED = 20;

export function ProblemList({ problems }: { problems: readonly ToolProblem[] }) {
  return (
    <ul className={styles.list}>
      {problems.slice(0, MAX_LISTED).map((problem, index) => (
        <li key={index}>
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>
            <code>
              <ServerText text={problem.field} limit={4} />
            </code>{" "}
            <ServerText text={problem.message} limit={4} />
          </span>
        </li>
      ))}
      {problems.length > MAX_LISTED ? <li>{strings.findings.moreProblems(problems.length - MAX_LISTED)}</li> : null}
    </ul>
  );
}
