// Address of the server registry.
import { useQuery } from "@tanstack/react-query";
import { RegistryAddress } from "../servers/registry-address";
import { PreferenceRow } from "./preference-row";
import { registryAddressQuery } from "./queries";
import { strings } from "./strings";

export function RegistrySection() {
  const { data, refetch } = useQuery(registryAddressQuery);
  return (
    <PreferenceRow id="registry" label={strings.registry.label} about={strings.registry.about}>
      <RegistryAddress address={data ?? null} onChanged={() => void refetch()} />
    </PreferenceRow>
  );
}
