// Address of the server registry.
import { useQuery } from "@tanstack/react-query";
import { RegistryAddress } from "../servers/registry-address";
import { PreferenceRow } from "./preference-row";
import { registryAddressQuery } from "./queries";

export function RegistrySection() {
  const { data, refetch } = useQuery(registryAddressQuery);
  return (
    <PreferenceRow id="registry" label="Address" about="Where servers are looked for when one is added from a registry.">
      <RegistryAddress address={data ?? null} onChanged={() => void refetch()} />
    </PreferenceRow>
  );
}
