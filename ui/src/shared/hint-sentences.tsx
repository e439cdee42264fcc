// Effective hints of a tool: each badge with its sentence if the numbers match, otherwise all badges and then all sentences.
import type { Badge } from "../backend";
import { HintBadge, HintBadges } from "./hint-badge";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./hint-sentences.module.css";

type Props = { badges: readonly Badge[]; sentences: readonly string[] };

export function HintSentences({ badges, sentences }: Props) {
  if (badges.length === sentences.length) {
    return (
      <ul className={styles.hints} aria-label={strings.hints.sentences}>
        {badges.map((badge, index) => (
          <li key={badge.kind}>
            <HintBadge {...badge} />
            <ServerText text={sentences[index] ?? ""} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.separate}>
      <HintBadges badges={badges} />
      {sentences.map((sentence) => (
        <p key={sentence}>
          <ServerText text={sentence} />
        </p>
      ))}
    </div>
  );
}
