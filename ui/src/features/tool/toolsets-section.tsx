// Toolsets of a tool: their names, and a menu that adds or removes the tool or creates a toolset with it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Plus } from "lucide-react";
import type { ToolDetail, ToolsetSummary } from "../../backend";
import { backend } from "../../backend";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { Menu, MenuCheck, MenuItem, MenuLine } from "../../kit/menu";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { cardId, keyOf } from "../../shared/tool-id";
import { useNavigation } from "../../shared/navigation";
import { PanelSection } from "../../shared/panel-section";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { strings } from "./strings";
import styles from "./toolsets-section.module.css";

const NONE: readonly ToolsetSummary[] = [];

export function ToolsetsSection({ detail, readOnly }: { detail: ToolDetail; readOnly: boolean }) {
  const all = useQuery({ ...catalogQuery, select: (catalog) => catalog.toolsets }).data ?? NONE;
  const client = useQueryClient();
  const { card, activeToolset } = detail;
  const membership = useStoreMutation({
    run: ({ name, into }: { name: string; into: boolean }) =>
      into
        ? backend.addToToolset({ name, tools: { by: "tools", tools: [keyOf(card)] } })
        : backend.removeFromToolset({ name, references: [cardId(card)] }),
    successMessage: ({ name, into }) => (into ? strings.toolsets.added : strings.toolsets.removed)(clip(card.title, 80), name),
  });
  const choose = (name: string, into: boolean) => {
    const without = card.toolsets.filter((toolset) => toolset !== name);
    // Optimistic update; after a failure the tool is reloaded.
    client.setQueryData(
      toolQuery(keyOf(card)).queryKey,
      (old) => old && { ...old, card: { ...old.card, toolsets: into ? [...without, name] : without } },
    );
    membership.mutate({ name, into });
  };
  const menu = (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" size="small" className={styles.change}>
          {strings.toolsets.change} <VisuallyHidden>{strings.toolsets.changeSuffix}</VisuallyHidden>
          <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
        </Button>
      }
    >
      {all.map(({ name }) => (
        <MenuCheck
          key={name}
          keepOpen
          checked={card.toolsets.includes(name)}
          onChange={(into) => choose(name, into)}
        >
          <ServerText text={clip(name, 60)} limit={2} />
        </MenuCheck>
      ))}
      {all.length > 0 ? <MenuLine /> : null}
      <MenuItem icon={Plus} onSelect={() => useNavigation.getState().open({ kind: "newToolset", from: { kind: "tool", tool: keyOf(card) } })}>
        {strings.toolsets.create}
      </MenuItem>
    </Menu>
  );
  return (
    <PanelSection id="toolsets" title={strings.toolsets.title} count={card.toolsets.length} after={readOnly ? null : menu} apart>
      {card.toolsets.length === 0 ? (
        <p className={styles.none}>{strings.toolsets.empty}</p>
      ) : (
        <ul className={styles.chips} aria-label={strings.toolsets.list}>
          {card.toolsets.map((name) => (
            <li key={name}>
              <ServerText text={clip(name, 60)} limit={2} />
              {name === activeToolset ? <span>{strings.toolsets.active}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  );
}
