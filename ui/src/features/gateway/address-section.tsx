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
import { ApprovalTip, ChangedToolsTip, LogValuesTip } from "./tips";
import { useSetGateway } from "./use-gateway-mutations";
import { strings } from "./strings";
import page from "./gateway-page.module.css";
import styles from "./address-section.module.css";

const text = strings.address;

const CHANGED_TOOLS: readonly { value: ChangedToolPolicy; label: string }[] = [
  { value: "careful", label: strings.changedTools.choices.careful.label },
  { value: "hidden", label: strings.changedTools.choices.hidden.label },
];

const APPROVAL: readonly { value: "here" | "clients"; label: string }[] = [
  { value: "here", label: strings.approval.here },
  { value: "clients", label: strings.approval.clients },
];

type Props = { view: GatewayView; readOnly: boolean };

export function AddressSection({ view, readOnly }: Props) {
  const { running, settings, tokenSuffix, command } = view;
  const set = useSetGateway();
  return (
    <section className={page.section} aria-labelledby="gateway-address" data-testid="gateway-address">
      <h2 id="gateway-address">
        {text.title}
        <AddressMenu view={view} readOnly={readOnly} />
      </h2>
      <dl className={styles.rows}>
        <dt>{text.http}</dt>
        <dd>
          {running ? <code title={running.url}>{running.url}</code> : <span className={styles.dim}>{text.off}</span>}
        </dd>
        <dd>{running ? <CopyButton label={text.copyAddress} text={running.url} onFailed={couldNotCopy} /> : null}</dd>
        <dt>{text.token}</dt>
        <dd>
          {tokenSuffix === null ? (
            <span className={styles.dim}>{text.noToken}</span>
          ) : (
            <code className={styles.dim}>
              <VisuallyHidden>{text.hiddenToken}</VisuallyHidden>
              <span aria-hidden="true">••••••••</span>
              {tokenSuffix}
            </code>
          )}
        </dd>
        <dd>
          {tokenSuffix === null ? null : (
            <CopyButton label={text.copyToken} text={() => backend.gatewayToken()} onFailed={couldNotCopy} />
          )}
        </dd>
        <dt>{text.stdio}</dt>
        <dd>
          <code title={command}>
            <ServerText text={command} />
          </code>
        </dd>
        <dd>
          <CopyButton label={text.copyCommand} text={command} onFailed={couldNotCopy} />
        </dd>
        <PortField port={settings.port} disabled={readOnly} onSave={(port) => set({ port }, text.portSaved(port))} />
        <dt>{strings.changedTools.label}</dt>
        <dd>
          <Choice
            bare
            label={strings.changedTools.label}
            value={settings.changed}
            choices={CHANGED_TOOLS}
            disabled={readOnly}
            testId="gateway-changed"
            onChange={(changed) => set({ changed }, strings.changedTools.choices[changed].saved)}
          />
        </dd>
        <dd>
          <ChangedToolsTip />
        </dd>
        <dt>{strings.approval.label}</dt>
        <dd>
          <Choice
            bare
            label={strings.approval.label}
            value={settings.asks ? "here" : "clients"}
            choices={APPROVAL}
            disabled={readOnly}
            testId="gateway-asks"
            onChange={(by) => set({ asks: by === "here" }, by === "here" ? strings.approval.hereSaved : strings.approval.clientsSaved)}
          />
        </dd>
        <dd>
          <ApprovalTip />
        </dd>
        <dt className={styles.long}>{strings.logValues.label}</dt>
        <dd className={styles.switch}>
          <Switch
            aria-label={strings.logValues.label}
            on={settings.logValues}
            disabled={readOnly}
            onChange={(logValues) => set({ logValues }, logValues ? strings.logValues.on : strings.logValues.off)}
          />
        </dd>
        <dd>
          <LogValuesTip />
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
      notifyInfo(text.configurationCopied);
    } catch (error) {
      couldNotCopy(error);
    }
  };
  return (
    <span className={page.after}>
      <Menu
        align="end"
        trigger={
          <IconButton label={text.menu} data-testid="address-menu">
            <Ellipsis size={14} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={Copy} disabled={!running} onSelect={() => running && void copy(running.url)}>
          {text.copyConfiguration}
        </MenuItem>
        <MenuItem icon={KeyRound} disabled={readOnly} onSelect={() => setConfirming(true)}>
          {text.newToken}
        </MenuItem>
      </Menu>
      {confirming ? <NewTokenDialog onClose={() => setConfirming(false)} /> : null}
    </span>
  );
}
