// Texts of the toast after a change.
export const strings = {
  unchanged: "No changes were needed",
} as const;
