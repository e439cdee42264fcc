// Inference settings of a server. Saved at once, with undo.
import type { ReactNode } from "react";
import type { DestructiveReading, ServerView } from "../../backend";
import { InfoTip } from "../../kit/info-tip";
import type { Segment } from "../../kit/segmented";
import { Segmented } from "../../kit/segmented";
import { Meaning } from "../../shared/meaning";
import { Section } from "../../shared/section";
import { MethodTrust } from "./method-trust";
import { OPEN_WORLD_MEANINGS, OPEN_WORLD_READINGS } from "./open-world-readings";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";
import styles from "./server-settings.module.css";

const text = strings.inference;

const DESTRUCTIVE: readonly Segment<DestructiveReading>[] = [
  { value: "narrow", label: text.destructive.narrow },
  { value: "broad", label: text.destructive.broad },
];

const labelOf = <T extends string>(segments: readonly Segment<T>[], value: T): string =>
  segments.find((segment) => segment.value === value)?.label ?? value;

export function ServerSettings({ server, readOnly }: { server: ServerView; readOnly: boolean }) {
  const actions = useServerActions();
  const { settings } = server;
  return (
    <Section title={text.title}>
      <Row
        label={text.destructive.label}
        tip={
          <Meaning
            question={text.destructive.question}
            about={text.scope}
            cases={[
              [text.destructive.narrow, text.destructive.narrowAbout],
              [text.destructive.broad, text.destructive.broadAbout],
            ]}
          />
        }
      >
        <Segmented
          label={text.destructive.label}
          value={settings.destructive}
          segments={DESTRUCTIVE}
          disabled={readOnly}
          onChange={(destructive) =>
            void actions.set(
              server,
              { ...settings, destructive },
              text.destructive.saved(labelOf(DESTRUCTIVE, destructive), server.name),
            )
          }
        />
      </Row>
      <Row
        label={text.openWorld.label}
        tip={
          <Meaning question={text.openWorld.question} about={text.scope} cases={OPEN_WORLD_MEANINGS} />
        }
      >
        <Segmented
          label={text.openWorld.label}
          value={settings.openWorld}
          segments={OPEN_WORLD_READINGS}
          disabled={readOnly}
          onChange={(openWorld) =>
            void actions.set(
              server,
              { ...settings, openWorld },
              text.openWorld.saved(labelOf(OPEN_WORLD_READINGS, openWorld), server.name),
            )
          }
        />
      </Row>
      <MethodTrust server={server} readOnly={readOnly} />
    </Section>
  );
}

function Row({ label, tip, children }: { label: string; tip: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <InfoTip label={text.tip(label)}>{tip}</InfoTip>
      <span className={styles.control}>{children}</span>
    </div>
  );
}
