// Loading state of the catalog while the first tools are read.
import { LoaderCircle } from "lucide-react";
import { EmptyState } from "../../shared/empty-state";
import { asPlainString } from "../../shared/hidden-characters";
import { formatScan, useScans } from "./scans";

export function ServerScanSummary({ server }: { server: string | null }) {
  const running = useScans((state) => state.running);
  const name = server ?? Object.keys(running)[0];
  const now = name === undefined ? undefined : running[name];
  return (
    <EmptyState icon={LoaderCircle} title={name !== undefined && now ? formatScan(asPlainString(name), now) : "Reading tools"}>
      <p>Nothing is called; only the list of tools is read.</p>
    </EmptyState>
  );
}
