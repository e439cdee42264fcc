// Servers whose tools are exported: all, or those that the user checks in a popover.
import { ChevronDown } from "lucide-react";
import type { Catalog } from "../../backend";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Labelled } from "../../kit/field";
import { Popover } from "../../kit/popover";
import { ServerText } from "../../shared/server-text";
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
  const [only] = servers;
  const label = only === undefined ? text.allServers : servers.length === 1 ? <ServerText text={only} limit={1} /> : text.someServers(servers.length);
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
              {text.allServers}
            </Checkbox>
            {enabled.map(({ name }) => (
              <Checkbox key={name} checked={servers.includes(name)} onChange={(isChecked) => toggle(name, isChecked)}>
                <ServerText text={name} limit={1} />
              </Checkbox>
            ))}
          </div>
        </Popover>
      )}
    </Labelled>
  );
}
