// Inference settings of a server. Saved at once, with undo.
import type { ReactNode } from "react";
import type { DestructiveReading, OpenWorldReading, ServerView } from "../../backend";
import { InfoTip } from "../../kit/info-tip";
import type { Segment } from "../../kit/segmented";
import { Segmented } from "../../kit/segmented";
import { Meaning } from "../../shared/meaning";
import { Section } from "../../shared/section";
import { useServerActions } from "./use-server-actions";
import styles from "./server-settings.module.css";

const DESTRUCTIVE: readonly Segment<DestructiveReading>[] = [
  { value: "narrow", label: "Narrow" },
  { value: "broad", label: "Broad" },
];
const OPEN_WORLD: readonly Segment<OpenWorldReading>[] = [
  { value: "byTool", label: "By tool" },
  { value: "external", label: "External system" },
  { value: "own", label: "Own data" },
];

const labelOf = <T extends string>(segments: readonly Segment<T>[], value: T): string =>
  segments.find((segment) => segment.value === value)?.label ?? value;

export function ServerSettings({ server, readOnly }: { server: ServerView; readOnly: boolean }) {
  const actions = useServerActions();
  const { settings } = server;
  return (
    <Section title="How its tools are read">
      <Row
        label="Destructive"
        tip={
          <Meaning
            question="What counts as destructive?"
            about="Used only where neither the server nor you say so."
            cases={[
              ["Narrow", "deleting, overwriting, revoking, cancelling"],
              ["Broad", "any change, creating included"],
            ]}
          />
        }
      >
        <Segmented
          label="Destructive"
          value={settings.destructive}
          segments={DESTRUCTIVE}
          disabled={readOnly}
          onChange={(destructive) =>
            void actions.set(
              server,
              { ...settings, destructive },
              `Destructive is read as ${labelOf(DESTRUCTIVE, destructive)} on ${server.name}`,
            )
          }
        />
      </Row>
      <Row
        label="Open world"
        tip={
          <Meaning
            question="What do its tools reach?"
            about="Used only where neither the server nor you say so."
            cases={[
              ["By tool", "each tool is judged by its own name and text"],
              ["External system", "every tool is open world: a search engine, another company’s service"],
              ["Own data", "no tool is: its own files, its own database"],
            ]}
          />
        }
      >
        <Segmented
          label="Open world"
          value={settings.openWorld}
          segments={OPEN_WORLD}
          disabled={readOnly}
          onChange={(openWorld) =>
            void actions.set(
              server,
              { ...settings, openWorld },
              `Open world is read as ${labelOf(OPEN_WORLD, openWorld)} on ${server.name}`,
            )
          }
        />
      </Row>
    </Section>
  );
}

function Row({ label, tip, children }: { label: string; tip: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <InfoTip label={`What ${label} means here`}>{tip}</InfoTip>
      <span className={styles.control}>{children}</span>
    </div>
  );
}
