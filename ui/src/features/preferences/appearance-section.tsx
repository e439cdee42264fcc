// Appearance and keyboard preferences of this window, saved on this machine and not in the store.
import { Minus, Plus } from "lucide-react";
import { Button, IconButton } from "../../kit/button";
import type { Segment } from "../../kit/segmented";
import { Segmented } from "../../kit/segmented";
import { Switch } from "../../kit/switch";
import type { Density, Theme } from "../../shared/appearance";
import { setAppearance, useAppearance, ZOOMS } from "../../shared/appearance";
import { zoomBy, zoomTo } from "../../shared/zoom";
import { PreferenceRow } from "./preference-row";
import styles from "./preferences.module.css";

const THEMES: readonly Segment<Theme>[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const DENSITIES: readonly Segment<Density>[] = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
];

export function AppearanceSection() {
  const { theme, density, zoom, singleKeys } = useAppearance();
  return (
    <>
      <PreferenceRow id="theme" label="Theme" about="Light, dark, or as the system has it.">
        <Segmented label="Theme" value={theme} segments={THEMES} describedBy="theme-about" onChange={(next) => setAppearance({ theme: next })} />
      </PreferenceRow>
      <PreferenceRow id="density" label="Density" about="Compact shows more rows at once.">
        <Segmented
          label="Density"
          value={density}
          segments={DENSITIES}
          describedBy="density-about"
          onChange={(next) => setAppearance({ density: next })}
        />
      </PreferenceRow>
      <PreferenceRow
        id="zoom"
        label="Text size"
        about="Everything in the window grows with it, from 80 to 200 %."
        reset={zoom === 1 ? null : { label: "Reset Text size", run: () => zoomTo(1) }}
      >
        <div className={styles.zoom} role="group" aria-labelledby="zoom-label">
          <IconButton label="Smaller text" disabled={zoom <= (ZOOMS[0] ?? 1)} onClick={() => zoomBy(-1)}>
            <Minus size={14} aria-hidden="true" />
          </IconButton>
          <output aria-live="polite">{Math.round(zoom * 100)} %</output>
          <IconButton label="Larger text" disabled={zoom >= (ZOOMS.at(-1) ?? 1)} onClick={() => zoomBy(1)}>
            <Plus size={14} aria-hidden="true" />
          </IconButton>
        </div>
      </PreferenceRow>
      <PreferenceRow
        id="single-keys"
        label="Single-key shortcuts"
        about="Keys without a modifier, such as j, x or 1. Turn them off if speech input or stray presses set them off."
      >
        <Switch
          on={singleKeys}
          aria-labelledby="single-keys-label"
          aria-describedby="single-keys-about"
          onChange={(on) => setAppearance({ singleKeys: on })}
        />
      </PreferenceRow>
      <PreferenceRow id="panes" label="Widths of the panes" about="Drag the edge of the sidebar or the tool panel, or focus it and use the arrow keys.">
        <Button size="small" onClick={() => setAppearance({ sidebar: null, panel: null })}>
          As usual
        </Button>
      </PreferenceRow>
      <PreferenceRow
        id="motion"
        label="Motion"
        about="Follows the system: where it asks for less motion, nothing moves here."
      >
        <span className={styles.value}>As the system</span>
      </PreferenceRow>
    </>
  );
}
