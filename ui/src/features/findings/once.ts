// The second click of a double click would mend the finding that took the place of the first.
import type { MouseEvent } from "react";

export const once =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act();
  };
