// Confirmation of one preview: another pair of environments, another choice or a changed store needs a new one.
import { useState } from "react";

/** Previews are compared by identity: a refetch with an equal answer keeps the object, and with it the confirmation. */
export function useConfirmation(preview: object | undefined): [confirmed: boolean, confirm: (confirmed: boolean) => void] {
  const [confirmed, setConfirmed] = useState<object | null>(null);
  return [preview !== undefined && preview === confirmed, (isConfirmed) => setConfirmed((isConfirmed && preview) || null)];
}
