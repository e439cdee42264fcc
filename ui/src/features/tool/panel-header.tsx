// Whose panel this is: title, full name, badges, and the way to the neighbours.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { ToolDetail } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { IconButton } from "../../kit/button";
import { HintBadges } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import { EnvironmentChip } from "../environments/environment-chip";
import styles from "./panel-header.module.css";

type Props = { detail: ToolDetail; onPrevious: (() => void) | null; onNext: (() => void) | null };

export function PanelHeader({ detail, onPrevious, onNext }: Props) {
  const { card } = detail;
  const environment = useQuery(catalogQuery).data?.environment ?? null;
  return (
    <header className={styles.head}>
      <div className={styles.row}>
        <h1 className={styles.title}>
          <ServerText text={card.title} />
        </h1>
        <EnvironmentChip environment={environment} />
        <IconButton label="Previous tool" onClick={() => onPrevious?.()} disabled={!onPrevious}>
          <ChevronLeft size={14} aria-hidden="true" />
        </IconButton>
        <IconButton label="Next tool" onClick={() => onNext?.()} disabled={!onNext}>
          <ChevronRight size={14} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.name}>
        <ServerText text={`${card.server}.${card.name}`} />
      </div>
      <HintBadges badges={card.badges} />
    </header>
  );
}
