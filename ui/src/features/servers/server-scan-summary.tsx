// Loading state of the catalog during the first scan.
import { LoaderCircle } from "lucide-react";
import { EmptyState } from "../../shared/empty-state";
import { asPlainString } from "../../shared/hidden-characters";
import { useScans } from "./scans";
import { formatScan, strings } from "./strings";

export function ServerScanSummary({ server }: { server: string | null }) {
  const running = useScans((state) => state.running);
  const name = server ?? Object.keys(running)[0];
  const now = name === undefined ? undefined : running[name];
  return (
    <EmptyState icon={LoaderCircle} title={name !== undefined && now ? formatScan(asPlainString(name), now) : strings.firstScan.title}>
      <p>{strings.firstScan.about}</p>
    </EmptyState>
  );
}
