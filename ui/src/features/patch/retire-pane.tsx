// Third pane: removal of the decisions that the server declares itself.
import { useQuery } from "@tanstack/react-query";
import type { ChangeReport, RetireInput } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { STORED } from "../../backend/queries";
import { Button } from "../../kit/button";
import { DialogPane } from "../../kit/dialog";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { DecisionTable } from "./decision-table";
import { ShortList } from "./short-list";
import { strings } from "./strings";
import styles from "./patch.module.css";

const { retire: text } = strings;
const MAX_TOOLS = 10;

export function RetirePane({ server, onBack }: { server: string; onBack: () => void }) {
  const { data, error } = useQuery({
    queryKey: ["previewRetire", server],
    queryFn: () => backend.previewRetire({ server }),
    gcTime: 0,
    staleTime: 0,
    meta: STORED,
  });
  const retire = useStoreMutation<RetireInput, ChangeReport>({
    run: (input) => backend.retire(input),
    successMessage: (_, { changed }) => text.removed(changed, server),
    onDone: onBack,
  });
  const count = data?.decisions.length ?? 0;
  return (
    <DialogPane
      foot={
        <>
          <span data-spacer />
          <Button onClick={onBack}>{strings.back}</Button>
          <Button
            look="primary"
            data-testid="retire"
            disabled={count === 0 || retire.isPending}
            onClick={() => retire.mutate({ server })}
          >
            {text.remove(count)}
          </Button>
        </>
      }
    >
      {error ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(error))} />
        </Callout>
      ) : null}
      {data && data.askedAgain.length > 0 ? (
        <Callout tone="warning">
          {text.askedAgain(data.askedAgain.length)}
          <ShortList items={data.askedAgain} keyOf={(tool) => tool} limit={MAX_TOOLS}>
            {(tool) => (
              <code>
                <ServerText text={tool} />
              </code>
            )}
          </ShortList>
        </Callout>
      ) : null}
      {count > 0 && data ? (
        <DecisionTable label={text.table} rows={data.decisions} />
      ) : error ? null : (
        <p role="status" className={styles.about}>
          {data ? text.none : text.loading}
        </p>
      )}
    </DialogPane>
  );
}
