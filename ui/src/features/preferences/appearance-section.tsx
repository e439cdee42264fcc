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
import { strings } from "./strings";
import styles from "./preferences.module.css";

const { appearance: text } = strings;

const THEMES: readonly Segment<Theme>[] = [
  { value: "system", label: text.theme.system },
  { value: "light", label: text.theme.light },
  { value: "dark", label: text.theme.dark },
];
const DENSITIES: readonly Segment<Density>[] = [
  { value: "comfortable", label: text.density.comfortable },
  { value: "compact", label: text.density.compact },
];

export function AppearanceSection() {
  const { theme, density, zoom, singleKeys } = useAppearance();
  return (
    <>
      <PreferenceRow id="theme" label={text.theme.label} about={text.theme.about}>
        <Segmented label={text.theme.label} value={theme} segments={THEMES} describedBy="theme-about" onChange={(next) => setAppearance({ theme: next })} />
      </PreferenceRow>
      <PreferenceRow id="density" label={text.density.label} about={text.density.about}>
        <Segmented
          label={text.density.label}
          value={density}
          segments={DENSITIES}
          describedBy="density-about"
          onChange={(next) => setAppearance({ density: next })}
        />
      </PreferenceRow>
      <PreferenceRow
        id="zoom"
        label={text.zoom.label}
        about={text.zoom.about}
        reset={zoom === 1 ? null : { label: text.zoom.reset, run: () => zoomTo(1) }}
      >
        <div className={styles.zoom} role="group" aria-labelledby="zoom-label">
          <IconButton label={text.zoom.smaller} disabled={zoom <= (ZOOMS[0] ?? 1)} onClick={() => zoomBy(-1)}>
            <Minus size={14} aria-hidden="true" />
          </IconButton>
          <output aria-live="polite">{text.zoom.value(zoom)}</output>
          <IconButton label={text.zoom.larger} disabled={zoom >= (ZOOMS.at(-1) ?? 1)} onClick={() => zoomBy(1)}>
            <Plus size={14} aria-hidden="true" />
          </IconButton>
        </div>
      </PreferenceRow>
      <PreferenceRow
        id="single-keys"
        label={text.singleKeys.label}
        about={text.singleKeys.about}
      >
        <Switch
          on={singleKeys}
          aria-labelledby="single-keys-label"
          aria-describedby="single-keys-about"
          onChange={(on) => setAppearance({ singleKeys: on })}
        />
      </PreferenceRow>
      <PreferenceRow id="panes" label={text.panes.label} about={text.panes.about}>
        <Button size="small" onClick={() => setAppearance({ sidebar: null, panel: null })}>
          {text.panes.reset}
        </Button>
      </PreferenceRow>
      <PreferenceRow id="motion" label={text.motion.label} about={text.motion.about}>
        <span className={styles.value}>{text.motion.value}</span>
      </PreferenceRow>
    </>
  );
}
