// Values of hints in single layers.
import { expect, it } from "vitest";
import type { LayerEntry } from "../backend";
import { layerValue } from "./hints";

const entry = (layer: LayerEntry["layer"], value: string | null, wins = false): LayerEntry => ({
  layer,
  value,
  detail: "",
  signals: [],
  wins,
  suspended: false,
  rule: null,
});

it("is what the server declares, also where another declared hint makes a careful value apply", () => {
  const stack = [entry("environment", null), entry("declared", "No", true), entry("declared", "Yes"), entry("inferred", "No")];
  expect(layerValue({ stack }, "declared")).toBe(true);
  expect(layerValue({ stack }, "inferred")).toBe(false);
  expect(layerValue({ stack }, "environment")).toBeNull();
});
