// Toolbar of the findings page: filters (severity, suppressed, server, rule), order, profile and save menu.
import type { FindingCounts, FindingOrder, FindingsInput, FindingsView, Severity } from "../../backend";
import { Chip } from "../../kit/chip";
import { Choice } from "../../kit/choice";
import { useFindingsFilter } from "../../shared/findings-filter";
import { asPlainString } from "../../shared/hidden-characters";
import { SaveMenu } from "./save-menu";
import { useSetProfile } from "./use-set-profile";
import { strings } from "./strings";
import styles from "./findings-toolbar.module.css";

/** Value of the "all" choice; no server and no rule has an empty name. */
const ANY = "";

const SEVERITIES: readonly { severity: Severity | null; label: string; count: (counts: FindingCounts) => number }[] = [
  { severity: null, label: strings.severities.all, count: ({ errors, warnings, notes }) => errors + warnings + notes },
  { severity: "error", label: strings.severities.error, count: ({ errors }) => errors },
  { severity: "warning", label: strings.severities.warning, count: ({ warnings }) => warnings },
  { severity: "note", label: strings.severities.note, count: ({ notes }) => notes },
];

const ORDERS: readonly { value: FindingOrder; label: string }[] = (["severity", "tool", "rule"] as const).map((order) => ({
  value: order,
  label: strings.orders[order],
}));

const orNull = (value: string): string | null => (value === ANY ? null : value);

function countedChoices(allLabel: string, list: readonly { name: string; count: number }[], chosen: string | null) {
  // The selected entry stays in the list, even if it has no findings left.
  const rest = chosen === null || list.some(({ name }) => name === chosen) ? list : [...list, { name: chosen, count: 0 }];
  return [
    { value: ANY, label: allLabel },
    ...rest.map(({ name, count }) => ({ value: name, label: `${asPlainString(name)} (${count.toLocaleString("en")})` })),
  ];
}

type Props = { view: FindingsView; input: FindingsInput; readOnly: boolean };

export function FindingsToolbar({ view, input, readOnly }: Props) {
  const { severity, server, rule, suppressed, order, put } = useFindingsFilter();
  const setProfile = useSetProfile();
  const severities = SEVERITIES.map((one) => ({ ...one, count: one.count(view.counts) }));
  const rules = view.rules.filter(({ count, id }) => count > 0 || id === rule).map(({ id, count }) => ({ name: id, count }));
  return (
    <div className={styles.container}>
      <div className={styles.toolbar} role="group" aria-label={strings.toolbar.label}>
        <div className={styles.chips}>
          {severities.map((one) => (
            <Chip
              key={one.label}
              label={one.label}
              count={one.count}
              pressed={severity === one.severity}
              onPress={() => put({ severity: one.severity })}
            />
          ))}
        </div>
        <div className={styles.chipMenu}>
          <Choice
            label={strings.toolbar.severity}
            className={styles.bare}
            value={severity ?? ANY}
            choices={severities.map((one) => ({
              value: one.severity ?? ANY,
              label: `${one.label} ${one.count.toLocaleString("en")}`,
            }))}
            onChange={(value) => put({ severity: SEVERITIES.find((one) => (one.severity ?? ANY) === value)?.severity ?? null })}
          />
        </div>
        {view.suppressed > 0 || suppressed ? (
          <Chip label={strings.toolbar.suppressed} count={view.suppressed} pressed={suppressed} onPress={() => put({ suppressed: !suppressed })} />
        ) : null}
        <span className={styles.spacer} />
        <Choice
          label={strings.toolbar.server}
          className={styles.bare}
          testId="findings-server"
          value={server ?? ANY}
          choices={countedChoices(strings.toolbar.allServers, view.servers, server)}
          onChange={(value) => put({ server: orNull(value) })}
        />
        <Choice
          label={strings.toolbar.rule}
          className={styles.bare}
          testId="findings-rule"
          value={rule ?? ANY}
          choices={countedChoices(strings.toolbar.allRules, rules, rule)}
          onChange={(value) => put({ rule: orNull(value) })}
        />
        <Choice
          label={strings.toolbar.sort}
          className={styles.choice}
          align="end"
          testId="findings-order"
          value={order}
          choices={ORDERS}
          onChange={(value) => put({ order: value })}
        />
        <Choice
          label={strings.toolbar.profile}
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
