// Header of the tool panel: title, full name, token estimate, badges, review status, and previous/next tool.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { ToolDetail } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { IconButton } from "../../kit/button";
import { Tooltip } from "../../kit/tooltip";
import { clip } from "../../shared/clip";
import { asPlainString } from "../../shared/hidden-characters";
import { HintBadges } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import { keyOf } from "../../shared/tool-id";
import { EnvironmentChip } from "../environments/environment-chip";
import { RunOpen } from "../run/run-open";
import { ReviewAction } from "./review-action";
import { ReviewStatus } from "./review-status";
import { strings } from "./strings";
import styles from "./panel-header.module.css";

type Props = { detail: ToolDetail; readOnly: boolean; onPrevious: (() => void) | null; onNext: (() => void) | null };

export function PanelHeader({ detail, readOnly, onPrevious, onNext }: Props) {
  const { card } = detail;
  const environment = useQuery(catalogQuery).data?.environment ?? null;
  return (
    <header className={styles.head}>
      <div className={styles.row}>
        <h1 className={styles.title} title={asPlainString(clip(card.title, 200))}>
          <ServerText text={card.title} />
        </h1>
        <EnvironmentChip environment={environment} />
        <IconButton label={strings.header.previous} onClick={() => onPrevious?.()} disabled={!onPrevious}>
          <ChevronLeft size={14} aria-hidden="true" />
        </IconButton>
        <IconButton label={strings.header.next} onClick={() => onNext?.()} disabled={!onNext}>
          <ChevronRight size={14} aria-hidden="true" />
        </IconButton>
        <RunOpen tool={keyOf(card)} />
        {readOnly ? null : <ReviewAction detail={detail} />}
      </div>
      <div className={styles.row} data-second>
        <span className={styles.name} title={asPlainString(clip(`${card.server}.${card.name}`, 200))}>
          <ServerText text={`${card.server}.${card.name}`} />
        </span>
        <Tooltip
          trigger={
            <button type="button" className={styles.tokens} data-testid="tokens">
              {strings.header.tokens(card.tokens)}
            </button>
          }
        >
          {strings.header.tokensTip}
        </Tooltip>
      </div>
      <div className={styles.badges}>
        <HintBadges badges={card.badges} />
        <ReviewStatus detail={detail} />
      </div>
    </header>
  );
}
