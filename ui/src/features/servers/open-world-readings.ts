// The ways to read the world of a server, with what each means.
import type { OpenWorldReading } from "../../backend";
import type { Segment } from "../../kit/segmented";
import { strings } from "./strings";

const text = strings.inference.openWorld;

export const OPEN_WORLD_ABOUT: Record<OpenWorldReading, string> = {
  byTool: text.byToolAbout,
  own: text.ownAbout,
  external: text.externalAbout,
  web: text.webAbout,
};

export const OPEN_WORLD_READINGS: readonly Segment<OpenWorldReading>[] = [
  { value: "byTool", label: text.byTool },
  { value: "own", label: text.own },
  { value: "external", label: text.external },
  { value: "web", label: text.web },
];

export const OPEN_WORLD_MEANINGS = OPEN_WORLD_READINGS.map(({ value, label }) => [label, OPEN_WORLD_ABOUT[value]] as const);
