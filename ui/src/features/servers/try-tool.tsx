// Button that runs the first read-only tool of a server, or shows its tools if none is read-only.
import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { useNavigation } from "../../shared/navigation";
import { strings } from "./strings";

export function TryTool({ server }: { server: string }) {
  const client = useQueryClient();
  const start = () => {
    const { open, showCatalog } = useNavigation.getState();
    const cards = client.getQueryData(catalogQuery.queryKey)?.cards ?? [];
    const card = cards.find((card) => card.server === server && card.behaviour === "safe" && card.problems === 0);
    if (card) return open({ kind: "run", tool: { server, tool: card.name } });
    showCatalog(server);
  };
  return (
    <Button size="small" data-testid="try-tool" onClick={start}>
      <Play size={12} strokeWidth={2.25} aria-hidden="true" />
      {strings.actions.tryTool}
    </Button>
  );
}
