// Click handler that ignores the second click of a double click, which would fix the finding that moved into its position.
import type { MouseEvent } from "react";

export const once =
  (action: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) action();
  };
