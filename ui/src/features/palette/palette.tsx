// Command palette. It shows its target, and the shortcut of every command that has one.
import * as RadixDialog from "@radix-ui/react-dialog";
import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { keysOf } from "../../shared/keymap";
import type { Catalog } from "../../backend";
import { useFocusBefore } from "../../kit/dialog";
import { Kbd, Keys } from "../../kit/kbd";
import { returnFocus } from "../../kit/return-focus";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ServerText } from "../../shared/server-text";
import type { Command, CommandGroup } from "./command";
import { matching } from "./command";
import { findTools } from "./find-tools";
import { strings } from "./strings";
import { useGlobalCommands } from "./use-global-commands";
import { toolCommand, useGoToCommands } from "./use-go-to-commands";
import { useSelectionCommands } from "./use-selection-commands";
import type { Target } from "./use-target";
import { useTarget } from "./use-target";
import { useToolCommands } from "./use-tool-commands";
import { useModalPage } from "../../kit/use-modal-page";
import dialog from "../../kit/dialog.module.css";
import hidden from "../../kit/visually-hidden.module.css";
import styles from "./palette.module.css";

const { palette: text } = strings;

/** Maximum number of navigation commands; the user finds one of hundreds of servers by typing. */
const MAX_GO_TO = 40;

function useGroups(catalog: Catalog, target: Target, typed: string): CommandGroup[] {
  const readOnly = catalog.readOnly !== null;
  const forSelection = useSelectionCommands(catalog);
  const forTool = useToolCommands(target?.kind === "tool" ? target.card : null, readOnly);
  const goTo = useGoToCommands(catalog);
  const globalCommands = useGlobalCommands(catalog);
  const tools = useMemo(() => findTools(catalog.cards, typed).map(toolCommand), [catalog.cards, typed]);
  const groups = [
    target?.kind === "marked"
      ? { heading: text.groups.selection, commands: matching(forSelection, typed) }
      : { heading: text.groups.tool, commands: matching(forTool, typed) },
    { heading: text.groups.goTo, commands: [...matching(goTo, typed).slice(0, MAX_GO_TO), ...tools] },
    { heading: text.groups.commands, commands: matching(globalCommands, typed) },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

export function Palette({ catalog, onClose }: { catalog: Catalog; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const before = useFocusBefore();
  useModalPage();
  const chosen = useRef<Command | null>(null);
  const target = useTarget(catalog);
  const groups = useGroups(catalog, target, typed);
  const found = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  const choose = (command: Command) => {
    chosen.current = command;
    // The palette closes first, because a command may open its own dialog.
    onClose();
    command.run();
  };
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={dialog.scrim} />
        <RadixDialog.Content
          className={styles.palette}
          data-modal
          data-testid="palette"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A dialog that the command opened already has focus.
            if (document.querySelector("[data-modal]")) return;
            returnFocus(chosen.current?.focus?.() ?? before);
          }}
        >
          <RadixDialog.Title className={hidden.hidden}>{text.title}</RadixDialog.Title>
          <Cmdk label={text.title} shouldFilter={false} vimBindings={false} loop>
            <div className={styles.query}>
              <Search size={14} aria-hidden="true" />
              {target ? <Chip target={target} /> : null}
              <Cmdk.Input value={typed} onValueChange={setTyped} placeholder={text.placeholder} />
              <Kbd>{text.closeKey}</Kbd>
            </div>
            <Cmdk.List label={text.title} className={styles.list}>
              {groups.map(({ heading, commands }) => (
                <Cmdk.Group key={heading} heading={heading} className={styles.group}>
                  {commands.map((command) => (
                    <Item key={command.id} command={command} onChoose={choose} />
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
            {found === 0 ? <p className={styles.empty}>{text.noResults}</p> : null}
            <div role="status">
              <VisuallyHidden>{typed ? text.results(found) : ""}</VisuallyHidden>
            </div>
          </Cmdk>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function Chip({ target }: { target: NonNullable<Target> }) {
  return (
    <span className={styles.chip} data-testid="palette-target">
      <VisuallyHidden>{text.appliesTo}</VisuallyHidden>
      {target.kind === "marked" ? text.tools(target.count) : <ServerText text={target.card.title} limit={1} />}
    </span>
  );
}

function Item({ command, onChoose }: { command: Command; onChoose: (command: Command) => void }) {
  const { id, icon: Icon, label, detail, shortcut } = command;
  return (
    <Cmdk.Item value={id} className={styles.item} onSelect={() => onChoose(command)}>
      <Icon size={14} aria-hidden="true" />
      <ServerText text={label} limit={1} className={styles.label} />
      {detail === undefined ? null : (
        <code className={styles.detail}>
          <ServerText text={detail} limit={1} />
        </code>
      )}
      {shortcut ? <Keys keys={keysOf(shortcut)} /> : null}
    </Cmdk.Item>
  );
}
