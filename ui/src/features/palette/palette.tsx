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
import { counted } from "../../shared/ago";
import { ServerText } from "../../shared/server-text";
import type { Command, CommandGroup } from "./command";
import { matching } from "./command";
import { findTools } from "./find-tools";
import { useDoCommands } from "./use-do-commands";
import { toolCommand, useGoToCommands } from "./use-go-to-commands";
import { useSelectionCommands } from "./use-selection-commands";
import type { Target } from "./use-target";
import { useTarget } from "./use-target";
import { useToolCommands } from "./use-tool-commands";
import dialog from "../../kit/dialog.module.css";
import hidden from "../../kit/visually-hidden.module.css";
import styles from "./palette.module.css";

/** Maximum of navigation commands; the user finds one of hundreds of servers by typing. */
const MOST = 40;

function useGroups(catalog: Catalog, target: Target, typed: string): CommandGroup[] {
  const readOnly = catalog.readOnly !== null;
  const forSelection = useSelectionCommands(catalog);
  const forTool = useToolCommands(target?.kind === "tool" ? target.card : null, readOnly);
  const goTo = useGoToCommands(catalog);
  const toDo = useDoCommands(catalog);
  const tools = useMemo(() => findTools(catalog.cards, typed).map(toolCommand), [catalog.cards, typed]);
  const groups = [
    target?.kind === "marked"
      ? { heading: "For the selection", commands: matching(forSelection, typed) }
      : { heading: "For this tool", commands: matching(forTool, typed) },
    { heading: "Go to", commands: [...matching(goTo, typed).slice(0, MOST), ...tools] },
    { heading: "Do", commands: matching(toDo, typed) },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

export function Palette({ catalog, onClose }: { catalog: Catalog; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const before = useFocusBefore();
  const ran = useRef<Command | null>(null);
  const target = useTarget(catalog);
  const groups = useGroups(catalog, target, typed);
  const found = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  const choose = (command: Command) => {
    ran.current = command;
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
            returnFocus(ran.current?.focus?.() ?? before);
          }}
        >
          <RadixDialog.Title className={hidden.hidden}>Commands</RadixDialog.Title>
          <Cmdk label="Commands" shouldFilter={false} vimBindings={false} loop>
            <div className={styles.query}>
              <Search size={14} aria-hidden="true" />
              {target ? <Chip target={target} /> : null}
              <Cmdk.Input value={typed} onValueChange={setTyped} placeholder="Find a command, a page or a tool" />
              <Kbd>Esc</Kbd>
            </div>
            <Cmdk.List label="Commands" className={styles.list}>
              {groups.map(({ heading, commands }) => (
                <Cmdk.Group key={heading} heading={heading} className={styles.group}>
                  {commands.map((command) => (
                    <Item key={command.id} command={command} onChoose={choose} />
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
            {found === 0 ? <p className={styles.empty}>Nothing is called that.</p> : null}
            <div role="status">
              <VisuallyHidden>{typed ? `${counted(found, "result")}` : ""}</VisuallyHidden>
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
      <VisuallyHidden>Acts on </VisuallyHidden>
      {target.kind === "marked" ? counted(target.count, "tool") : <ServerText text={target.card.title} limit={1} />}
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
