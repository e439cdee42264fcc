// Dialog that creates a toolset: name, description, tools, and optional activation.
import type { FormEvent } from "react";
import { useId, useState } from "react";
import type { Catalog } from "../../backend";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Dialog } from "../../kit/dialog";
import { Input, Labelled } from "../../kit/field";
import { useWhyDisabled } from "../../kit/why-disabled";
import { asPlainString } from "../../shared/hidden-characters";
import type { ToolsetSource } from "../../shared/navigation";
import { useNavigation } from "../../shared/navigation";
import { useSelection } from "../../shared/selection";
import { formatEnvironment } from "../environments/strings";
import { exampleFor } from "../rules/example";
import { markedTools, ToolSourceFields, useToolSource } from "./tool-source";
import type { These } from "./tool-source";
import { useBuildToolset } from "./use-toolset-mutations";
import { strings } from "./strings";
import { MAX_DESCRIPTION_LENGTH, toolsetNameProblem } from "./toolset-name";
import styles from "./toolset-form.module.css";

const text = strings.newDialog;

type Props = { catalog: Catalog; from?: ToolsetSource | undefined; onClose: () => void };

/** Given tools: the requested ones, else those selected in the catalog, which its filter may hide. */
function theseOf(catalog: Catalog, from: ToolsetSource | undefined, marked: ReadonlySet<string>): These | null {
  if (from?.kind === "listed") {
    return { tools: from.tools, message: text.listedTools(from.tools.length) };
  }
  if (from?.kind === "tool") return { tools: [from.tool], message: text.oneTool(asPlainString(`${from.tool.server}.${from.tool.tool}`)) };
  const tools = markedTools(catalog, marked);
  return tools.length > 0 ? { tools, message: text.selectedTools(tools.length) } : null;
}

export function NewToolsetDialog({ catalog, from, onClose }: Props) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [activate, setActivate] = useState(false);
  const [these] = useState(() => theseOf(catalog, from, useSelection.getState().marked));
  const query = from?.kind === "filter" ? from.query : "";
  // Without a request for them, tools that are still selected are offered but not chosen: they may be out of view.
  const kind = from?.kind === "filter" ? "filter" : from && these ? "these" : "pattern";
  const source = useToolSource(catalog, { kind, query, these });
  const formId = useId();
  const { showToolset, showCatalog } = useNavigation.getState();
  const build = useBuildToolset((created) => {
    onClose();
    showToolset(created.name);
  });
  const problem = name === "" ? null : toolsetNameProblem(name, catalog.toolsets.map((set) => set.name));
  const missing =
    catalog.readOnly !== null ? text.readOnly : name === "" ? text.needsName : problem ? text.needsOtherName : source.choice === null ? text.needsTools : null;
  const ready = missing === null && !build.isPending;
  const [why, blocked] = useWhyDisabled(missing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && source.choice) build.mutate({ name, description: description.trim() || null, tools: source.choice, activate });
  };
  return (
    <Dialog
      title={text.title}
      about={text.about}
      onClose={onClose}
      foot={
        <>
          {why}
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={formId} look="primary" data-testid="build-toolset" {...blocked} disabled={!ready}>
            {text.create}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <Labelled label={text.name} error={problem} note={text.nameNote}>
          {(id) => (
            <Input
              id={id}
              data-testid="toolset-name"
              placeholder={text.namePlaceholder}
              aria-invalid={problem !== null}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Labelled>
        <Labelled label={text.description}>
          {(id) => (
            <Input
              id={id}
              placeholder={text.descriptionPlaceholder}
              maxLength={MAX_DESCRIPTION_LENGTH}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Labelled>
        <ToolSourceFields
          source={source}
          example={exampleFor(catalog)}
          onSelectTools={() => {
            onClose();
            showCatalog(null);
          }}
        />
        <Checkbox checked={activate} onChange={setActivate}>
          {text.activate(asPlainString(formatEnvironment(catalog.environment)))}
        </Checkbox>
      </form>
    </Dialog>
  );
}
