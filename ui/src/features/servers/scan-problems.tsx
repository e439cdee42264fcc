// Problems of a server's last scan. A scan reloads them with the catalog.
import { useQuery } from "@tanstack/react-query";
import { scanProblemsQuery } from "../../backend/queries";
import { Section } from "../../shared/section";
import { ErrorCallout } from "./agreement-pane";
import { ProblemList } from "./problem-list";
import { strings } from "./strings";
import detail from "./server-detail.module.css";

export function ScanProblems({ server }: { server: string }) {
  const { data: problems = [], error } = useQuery(scanProblemsQuery(server));
  if (problems.length === 0 && !error) return null;
  return (
    <Section title={strings.detail.problems}>
      {error ? (
        <div className={detail.callout}>
          <ErrorCallout error={error} />
        </div>
      ) : (
        <ProblemList problems={problems} testId="scan-problems" />
      )}
    </Section>
  );
}
