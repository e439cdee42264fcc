// Error state of a view whose data failed to load, with a retry button.
import { CircleX } from "lucide-react";
import { asBackendError } from "../backend";
import { Button } from "../kit/button";
import { EmptyState } from "./empty-state";
import { errorMessage } from "./error-message";
import { ServerText } from "./server-text";
import { strings } from "./strings";

type Props = { title: string; error: unknown; onRetry: () => void };

export function FailedState({ title, error, onRetry }: Props) {
  return (
    <EmptyState
      icon={CircleX}
      title={title}
      action={
        <Button size="small" onClick={onRetry}>
          {strings.failed.retry}
        </Button>
      }
    >
      <p>
        <ServerText text={errorMessage(asBackendError(error))} />
      </p>
    </EmptyState>
  );
}
