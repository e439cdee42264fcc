// Page header: the switch, and the environment and toolset that the gateway serves.
import type { Catalog, GatewayView } from "../../backend";
import { Choice } from "../../kit/choice";
import { Switch } from "../../kit/switch";
import { exactly } from "../../shared/day";
import { asPlainString } from "../../shared/hidden-characters";
import { environmentOf } from "../environments/environment-name";
import { BASE, formatEnvironment } from "../environments/strings";
import { useSetGateway, useSwitchGateway } from "./use-gateway-mutations";
import { formatClock, strings } from "./strings";
import page from "../../shared/page.module.css";
import styles from "./gateway-page.module.css";

const text = strings.page;

type Props = { view: GatewayView | undefined; catalog: Catalog; now: number };

/** Choice without a fixed toolset: the gateway serves the active toolset, or every tool if none is active. */
const ACTIVE_TOOLSET = "";

const plain = (name: string) => ({ value: name, label: asPlainString(name) });

function toolsetChoices({ toolsets }: Catalog, environment: string | null) {
  const active = toolsets.find(({ activeIn }) => activeIn.includes(formatEnvironment(environment)));
  const activeName = active ? asPlainString(active.name) : null;
  return [{ value: ACTIVE_TOOLSET, label: text.activeToolset(activeName) }, ...toolsets.map(({ name }) => plain(name))];
}

export function GatewayHead({ view, catalog, now }: Props) {
  const switching = useSwitchGateway();
  const set = useSetGateway();
  const readOnly = catalog.readOnly !== null;
  const running = view?.running ?? null;
  const settings = view?.settings;
  return (
    <div className={page.head}>
      <h1 className={page.title}>{text.title}</h1>
      <Switch
        aria-label={text.switch}
        data-testid="gateway-switch"
        on={running !== null}
        disabled={readOnly || !view}
        aria-busy={switching.isPending}
        onChange={(on) => {
          if (!switching.isPending) switching.mutate(on);
        }}
      />
      <span className={styles.about} role="status" data-testid="gateway-state">
        {switching.isPending ? (
          switching.variables ? text.starting : text.stopping
        ) : running ? (
          <>
            <time dateTime={running.since} title={exactly(running.since)}>{text.since(formatClock(running.since, now))}</time>
            <span className={styles.also}>{text.live}</span>
          </>
        ) : null}
      </span>
      {settings ? (
        <>
          <Choice
            label={text.environment}
            className={styles.choice}
            align="end"
            testId="gateway-environment"
            value={formatEnvironment(settings.environment)}
            choices={[BASE, ...catalog.environments].map(plain)}
            disabled={readOnly}
            onChange={(name) => set({ environment: environmentOf(name) }, text.servesEnvironment(name))}
          />
          <Choice
            label={text.toolset}
            className={styles.choice}
            align="end"
            testId="gateway-toolset"
            value={settings.toolset ?? ACTIVE_TOOLSET}
            choices={toolsetChoices(catalog, settings.environment)}
            disabled={readOnly}
            onChange={(name) =>
              set(
                { toolset: name === ACTIVE_TOOLSET ? null : name },
                name === ACTIVE_TOOLSET ? text.servesActiveToolset : text.servesToolset(name),
              )
            }
          />
        </>
      ) : null}
    </div>
  );
}
