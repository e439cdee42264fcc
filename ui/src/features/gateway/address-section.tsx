// Address section: URL, token and command for clients, and the gateway settings.
import { Copy, Ellipsis, KeyRound } from "lucide-react";
import { useState } from "react";
import type { ChangedToolPolicy, GatewayView } from "../../backend";
import { backend } from "../../backend";
import { IconButton } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { CopyButton } from "../../kit/copy-button";
import { copyText } from "../../kit/copy-text";
import { Menu, MenuItem } from "../../kit/menu";
import { Switch } from "../../kit/switch";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { couldNotCopy } from "../../shared/could-not-copy";
import { notifyInfo } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { clientConfiguration } from "./configuration";
import { NewTokenDialog } from "./new-token-dialog";
import { PortField } from "./port-field";
import { AsksTip, ChangedTip, ValuesTip } from "./tips";
import { useSetGateway } from "./use-gateway-mutations";
import page from "./gateway-page.module.css";
import styles from "./address-section.module.css";

const CHANGED: readonly { value: ChangedToolPolicy; label: string }[] = [
  { value: "careful", label: "Serve carefully" },
  { value: "hidden", label: "Hold until reviewed" },
];

const ASKS: readonly { value: "here" | "clients"; label: string }[] = [
  { value: "here", label: "Asked about here" },
  { value: "clients", label: "Clients ask themselves" },
];

type Props = { view: GatewayView; readOnly: boolean };

export function AddressSection({ view, readOnly }: Props) {
  const { running, settings, tokenSuffix, command } = view;
  const set = useSetGateway();
  return (
    <section className={page.section} aria-labelledby="gateway-address" data-testid="gateway-address">
      <h2 id="gateway-address">
        Address
        <AddressMenu view={view} readOnly={readOnly} />
      </h2>
      <dl className={styles.rows}>
        <dt>HTTP</dt>
        <dd>
          {running ? <code title={running.url}>{running.url}</code> : <span className={styles.dim}>Not while it is off</span>}
        </dd>
        <dd>{running ? <CopyButton label="Copy address" text={running.url} onFailed={couldNotCopy} /> : null}</dd>
        <dt>Token</dt>
        <dd>
          {tokenSuffix === null ? (
            <span className={styles.dim}>Made at the first start</span>
          ) : (
            <code className={styles.dim}>
              <VisuallyHidden>Hidden, ends in </VisuallyHidden>
              <span aria-hidden="true">••••••••</span>
              {tokenSuffix}
            </code>
          )}
        </dd>
        <dd>
          {tokenSuffix === null ? null : (
            <CopyButton label="Copy token" text={() => backend.gatewayToken()} onFailed={couldNotCopy} />
          )}
        </dd>
        <dt>stdio</dt>
        <dd>
          <code title={command}>
            <ServerText text={command} />
          </code>
        </dd>
        <dd>
          <CopyButton label="Copy command" text={command} onFailed={couldNotCopy} />
        </dd>
        <PortField
          port={settings.port}
          disabled={readOnly}
          onSave={(port) => set({ port }, `The gateway listens at port ${port}`)}
        />
        <dt>Changed tools</dt>
        <dd>
          <Choice
            bare
            label="Changed tools"
            value={settings.changed}
            choices={CHANGED}
            disabled={readOnly}
            testId="gateway-changed"
            onChange={(changed) =>
              set({ changed }, changed === "hidden" ? "Changed tools are held until reviewed" : "Changed tools are served carefully")
            }
          />
        </dd>
        <dd>
          <ChangedTip />
        </dd>
        <dt>Calls</dt>
        <dd>
          <Choice
            bare
            label="Calls"
            value={settings.asks ? "here" : "clients"}
            choices={ASKS}
            disabled={readOnly}
            testId="gateway-asks"
            onChange={(asks) => set({ asks: asks === "here" }, asks === "here" ? "Calls are asked about here" : "Clients ask about calls themselves")}
          />
        </dd>
        <dd>
          <AsksTip />
        </dd>
        <dt className={styles.long}>Write down values</dt>
        <dd className={styles.switch}>
          <Switch
            aria-label="Write down values of arguments"
            on={settings.logValues}
            disabled={readOnly}
            onChange={(values) =>
              set({ logValues: values }, values ? "Values of arguments are written down" : "Values of arguments are no longer written down")
            }
          />
        </dd>
        <dd>
          <ValuesTip />
        </dd>
      </dl>
    </section>
  );
}

function AddressMenu({ view: { running }, readOnly }: Props) {
  const [confirming, setConfirming] = useState(false);
  const copy = async (url: string) => {
    try {
      await copyText(async () => clientConfiguration(url, await backend.gatewayToken()));
      notifyInfo("Copied, with the token: whoever reads it can call your tools");
    } catch (error) {
      couldNotCopy(error);
    }
  };
  return (
    <span className={page.after}>
      <Menu
        align="end"
        trigger={
          <IconButton label="More about the address" data-testid="address-menu">
            <Ellipsis size={14} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={Copy} disabled={!running} onSelect={() => running && void copy(running.url)}>
          Copy configuration
        </MenuItem>
        <MenuItem icon={KeyRound} disabled={readOnly} onSelect={() => setConfirming(true)}>
          Make a new token…
        </MenuItem>
      </Menu>
      {confirming ? <NewTokenDialog onClose={() => setConfirming(false)} /> : null}
    </span>
  );
}
