// Texts of the shared controls.
export const strings = {
  /** Close button of dialogs and toasts. */
  close: "Close",
  /** Announced after a copy. */
  copied: "Copied",
  switch: { on: "On", off: "Off" },
  /** Landmarks around content that is rendered outside of the page. */
  landmarks: { menu: "Menu", tooltip: "Tooltip" },
} as const;
