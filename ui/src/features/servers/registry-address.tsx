// Address of the registry, and the form that changes it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { backend } from "../../backend";
import { Button, LinkButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./registry-pane.module.css";

type Props = {
  /** Null while the registry has not responded. */
  address: string | null;
  onChanged: () => void;
};

export function RegistryAddress({ address, onChanged }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (url: string | null) => backend.setRegistryAddress({ url }),
    onSuccess: async () => {
      setTyped(null);
      onChanged();
      await client.resetQueries({ queryKey: ["registry"] });
    },
    onError: notifyError,
  });
  if (typed === null) {
    return (
      <span className={styles.address}>
        {address === null ? null : <ServerText text={address} />}
        <LinkButton onClick={() => setTyped(address ?? "")}>{strings.registry.changeAddress}</LinkButton>
      </span>
    );
  }
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(typed.trim() || null);
      }}
    >
      <Input
        mono
        autoFocus
        className={styles.addressField}
        aria-label={strings.registry.address}
        placeholder={strings.registry.addressPlaceholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={change.isPending}>
        {strings.registry.saveAddress}
      </Button>
      <Button look="quiet" onClick={() => setTyped(null)}>
        {strings.registry.cancelAddress}
      </Button>
    </form>
  );
}
