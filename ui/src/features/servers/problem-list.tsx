// List of problems: malformed tools, and parts of an OpenAPI document that became no tool.
import { CircleAlert } from "lucide-react";
import type { ToolProblem } from "../../backend";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./problem-list.module.css";

const MAX_LISTED = 20;

export function ProblemList({ problems, testId }: { problems: readonly ToolProblem[]; testId: string }) {
  return (
    <ul className={styles.list} data-testid={testId}>
      {problems.slice(0, MAX_LISTED).map(({ tool, field, message }, index) => (
        <li key={index}>
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>
            <code>
              <ServerText text={[tool, field].filter(Boolean).join(" ")} limit={4} />
            </code>{" "}
            <ServerText text={message} limit={4} />
          </span>
        </li>
      ))}
      {problems.length > MAX_LISTED ? <li>{strings.detail.moreProblems(problems.length - MAX_LISTED)}</li> : null}
    </ul>
  );
}
