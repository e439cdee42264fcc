// What is malformed about a tool: kept as it came, and said.
import { CircleAlert } from "lucide-react";
import type { ToolProblem } from "../../backend";
import { counted } from "../../shared/ago";
import { ServerText } from "../../shared/server-text";
import styles from "./problem-list.module.css";

const MOST = 20;

export function ProblemList({ problems }: { problems: readonly ToolProblem[] }) {
  return (
    <ul className={styles.list}>
      {problems.slice(0, MOST).map((problem, index) => (
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
      {problems.length > MOST ? <li>and {counted(problems.length - MOST, "more problem")}</li> : null}
    </ul>
  );
}
