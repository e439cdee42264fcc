// Questions about the world of a new server: what its tools reach, and whether its HTTP methods are trusted.
import type { OpenWorldReading, ServerPreview } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { InfoTip } from "../../kit/info-tip";
import { Segmented } from "../../kit/segmented";
import { Meaning } from "../../shared/meaning";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { OPEN_WORLD_ABOUT, OPEN_WORLD_MEANINGS, OPEN_WORLD_READINGS } from "./open-world-readings";
import { strings } from "./strings";
import styles from "./world-questions.module.css";

const text = strings.world;

/** `openWorld`: null takes the guess. */
export type WorldAnswers = { openWorld: OpenWorldReading | null; trustsMethods: boolean };

type Props = { preview: ServerPreview; answers: WorldAnswers; onChange: (answers: WorldAnswers) => void };

export function WorldQuestions({ preview: { connection, openWorld: guess }, answers, onChange }: Props) {
  if (!guess) return null;
  const chosen = answers.openWorld ?? guess.reading;
  return (
    <section className={styles.questions} aria-label={text.title} data-testid="world">
      <div className={styles.question}>
        <span>{strings.inference.openWorld.question}</span>
        <InfoTip label={strings.inference.tip(strings.inference.openWorld.label)}>
          <Meaning question={strings.inference.openWorld.question} about={text.about} cases={OPEN_WORLD_MEANINGS} />
        </InfoTip>
      </div>
      <Segmented
        label={strings.inference.openWorld.question}
        value={chosen}
        segments={OPEN_WORLD_READINGS}
        onChange={(openWorld) => onChange({ ...answers, openWorld })}
      />
      <p className={styles.note}>
        {chosen === guess.reading ? (
          <>
            {text.guessed} <ServerText text={`${sentence(guess.reason)}.`} />
          </>
        ) : (
          sentence(OPEN_WORLD_ABOUT[chosen])
        )}
      </p>
      {connection.kind === "openApi" ? (
        <>
          <Checkbox checked={answers.trustsMethods} onChange={(trustsMethods) => onChange({ ...answers, trustsMethods })}>
            <span>{strings.methods.label}</span>
          </Checkbox>
          <p className={styles.note}>{strings.methods.about}</p>
        </>
      ) : null}
    </section>
  );
}
