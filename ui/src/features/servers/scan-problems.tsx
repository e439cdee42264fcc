// Problems that the last scan in this window found: malformed tools, and parts of an OpenAPI document that became no tool.
import { CircleAlert } from "lucide-react";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { useScans } from "./scans";
import { strings } from "./strings";
import styles from "./scan-problems.module.css";

const text = strings.detail;
const MAX_LISTED = 20;

export function ScanProblems({ server }: { server: string }) {
  const problems = useScans((state) => state.problems[server]);
  if (problems === undefined || problems.length === 0) return null;
  return (
    <Section title={text.problems}>
      <ul className={styles.list} data-testid="scan-problems">
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
        {problems.length > MAX_LISTED ? <li>{text.moreProblems(problems.length - MAX_LISTED)}</li> : null}
      </ul>
    </Section>
  );
}
