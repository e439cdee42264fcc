// Text that the model reads: the title, and the description with its notes. The user can decide both.
import type { ToolDetail } from "../../backend";
import { LinkButton } from "../../kit/button";
import { PanelSection } from "../../shared/panel-section";
import { DescriptionEditor } from "./description-editor";
import { goToSection } from "./go-to-section";
import { IconEditor } from "./icon-editor";
import { strings } from "./strings";
import { TitleEditor } from "./title-editor";

type Props = {
  detail: ToolDetail;
  readOnly: string | null;
  onTitle: (title: string | null) => void;
  onDescription: (description: string | null) => void;
  onIcon: (source: string | null) => void;
};

export function TextSection({ detail, readOnly, onTitle, onDescription, onIcon }: Props) {
  const { parameters } = detail;
  return (
    <PanelSection
      id="text"
      title={strings.text.title}
      after={
        parameters.length > 0 ? (
          <LinkButton onClick={() => goToSection("parameters")}>{strings.text.parameters(parameters.length)}</LinkButton>
        ) : (
          strings.text.parameters(0)
        )
      }
    >
      <TitleEditor title={detail.title} readOnly={readOnly} onSave={onTitle} />
      <DescriptionEditor detail={detail} readOnly={readOnly} onSave={onDescription} />
      <IconEditor detail={detail} readOnly={readOnly} onSave={onIcon} />
    </PanelSection>
  );
}
