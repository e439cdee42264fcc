// Toolbar of the findings page: filters (severity, suppressed, server, rule), order, profile and save menu.
import type { FindingsInput, FindingsView } from "../../backend";
import { Chip } from "../../kit/chip";
import { Choice } from "../../kit/choice";
import { useFindingsFilter } from "../../shared/findings-filter";
import { asPlainString } from "../../shared/hidden-characters";
import { SaveMenu } from "./save-menu";
import { useSetProfile } from "./use-set-profile";
import { KINDS, ORDERS } from "./labels";
import styles from "./findings-toolbar.module.css";

/** Value of the "all" choice; no server and no rule has an empty name. */
const ANY = "";

const orNull = (value: string): string | null => (value === ANY ? null : value);

function countedChoices(any: string, list: readonly { name: string; count: number }[], chosen: string | null) {
  // The selected entry stays in the list, even if it has no findings left.
  const rest = chosen === null || list.some(({ name }) => name === chosen) ? list : [...list, { name: chosen, count: 0 }];
  return [
    { value: ANY, label: any },
    ...rest.map(({ name, count }) => ({ value: name, label: `${asPlainString(name)} (${count.toLocaleString("en")})` })),
  ];
}

type Props = { view: FindingsView; input: FindingsInput; readOnly: boolean };

export function FindingsToolbar({ view, input, readOnly }: Props) {
  const { severity, server, rule, suppressed, order, put } = useFindingsFilter();
  const setProfile = useSetProfile();
  const kinds = KINDS.map((kind) => ({ ...kind, count: kind.count(view.counts) }));
  const rules = view.rules.filter(({ count, id }) => count > 0 || id === rule).map(({ id, count }) => ({ name: id, count }));
  return (
    <div className={styles.container}>
      <div className={styles.toolbar} role="group" aria-label="Which findings">
        <div className={styles.chips}>
          {kinds.map((kind) => (
            <Chip
              key={kind.label}
              label={kind.label}
              count={kind.count}
              pressed={severity === kind.severity}
              onPress={() => put({ severity: kind.severity })}
            />
          ))}
        </div>
        <div className={styles.chipMenu}>
          <Choice
            label="Severity"
            className={styles.bare}
            value={severity ?? ANY}
            choices={kinds.map((kind) => ({
              value: kind.severity ?? ANY,
              label: `${kind.label} ${kind.count.toLocaleString("en")}`,
            }))}
            onChange={(value) => put({ severity: KINDS.find((kind) => (kind.severity ?? ANY) === value)?.severity ?? null })}
          />
        </div>
        {view.suppressed > 0 || suppressed ? (
          <Chip label="Suppressed" count={view.suppressed} pressed={suppressed} onPress={() => put({ suppressed: !suppressed })} />
        ) : null}
        <span className={styles.spacer} />
        <Choice
          label="Server"
          className={styles.bare}
          testId="findings-server"
          value={server ?? ANY}
          choices={countedChoices("All servers", view.servers, server)}
          onChange={(value) => put({ server: orNull(value) })}
        />
        <Choice
          label="Rule"
          className={styles.bare}
          testId="findings-rule"
          value={rule ?? ANY}
          choices={countedChoices("All rules", rules, rule)}
          onChange={(value) => put({ rule: orNull(value) })}
        />
        <Choice
          label="Order"
          className={styles.choice}
          align="end"
          testId="findings-order"
          value={order}
          choices={ORDERS}
          onChange={(value) => put({ order: value })}
        />
        <Choice
          label="Profile"
          className={styles.choice}
          align="end"
          testId="findings-profile"
          value={view.profile}
          choices={view.profiles.map(({ name }) => ({ value: name, label: asPlainString(name) }))}
          disabled={readOnly}
          onChange={setProfile}
        />
        <SaveMenu input={input} />
      </div>
    </div>
  );
}
