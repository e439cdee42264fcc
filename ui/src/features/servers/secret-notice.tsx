// Notice about where secrets are stored; a warning, before the user enters one, if they cannot be stored.
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { secretsQuery } from "../../backend/queries";
import { Callout } from "../../shared/callout";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./secret-notice.module.css";

export function SecretNotice() {
  const { data } = useQuery(secretsQuery);
  if (!data) return null;
  if (!data.writable) {
    return (
      <Callout tone="warning">
        {strings.secretNotice.notWritable} <ServerText text={data.sentence} />
      </Callout>
    );
  }
  return (
    <p className={styles.notice} data-testid="secret-notice">
      <KeyRound size={12} strokeWidth={2.25} aria-hidden="true" />
      <ServerText text={data.sentence} />
    </p>
  );
}
