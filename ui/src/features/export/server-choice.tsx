// Servers whose tools are exported: all that were scanned, or those that the user checks in a popover.
import { ChevronDown } from "lucide-react";
import type { Catalog } from "../../backend";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Labelled } from "../../kit/field";
import { Popover } from "../../kit/popover";
import { ServerText } from "../../shared/server-text";
import { unscannedServers } from "./export-input";
import { strings } from "./strings";
import styles from "./server-choice.module.css";

const { choices: text } = strings;

type Props = {
  catalog: Catalog;
  /** Empty: all. */
  servers: readonly string[];
  onChange: (servers: readonly string[]) => void;
};

export function ServerChoice({ catalog, servers, onChange }: Props) {
  const enabled = catalog.servers.filter((server) => server.enabled);
  const unscanned = unscannedServers(catalog);
  const all = unscanned.length > 0 ? text.scannedServers : text.allServers;
  const [only] = servers;
  const label = only === undefined ? all : servers.length === 1 ? <ServerText text={only} limit={1} /> : text.someServers(servers.length);
  const toggle = (name: string, isChecked: boolean) =>
    onChange(isChecked ? [...servers, name] : servers.filter((server) => server !== name));
  return (
    <Labelled label={text.servers}>
      {(id) => (
        <Popover
          label={text.servers}
          align="start"
          className={styles.popover}
          trigger={
            <Button id={id} className={styles.trigger} data-testid="export-servers">
              <span>{label}</span>
              <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
            </Button>
          }
        >
          <div className={styles.list}>
            <Checkbox checked={servers.length === 0} onChange={() => onChange([])}>
              {all}
            </Checkbox>
            {enabled.map(({ name }) => (
              <Checkbox key={name} checked={servers.includes(name)} onChange={(isChecked) => toggle(name, isChecked)}>
                <ServerText text={name} limit={1} />{" "}
                {unscanned.includes(name) ? <span className={styles.none}>{text.noTools}</span> : null}
              </Checkbox>
            ))}
          </div>
        </Popover>
      )}
    </Labelled>
  );
}
