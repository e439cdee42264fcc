// Dialog with the list of shortcuts, opened with "?".
import { Dialog } from "../kit/dialog";
import { LinkButton } from "../kit/button";
import { useAppearance } from "../shared/appearance";
import { useNavigation } from "../shared/navigation";
import { ShortcutList } from "./shortcut-list";
import { strings } from "./strings";

const { shortcuts: text } = strings;

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const singleKeys = useAppearance((state) => state.singleKeys);
  const showPreferences = useNavigation((state) => state.showPreferences);
  const toPreferences = () => {
    onClose();
    showPreferences();
  };
  return (
    <Dialog
      title={text.title}
      reading
      {...(singleKeys ? {} : { about: text.singleKeysOff })}
      onClose={onClose}
      foot={singleKeys ? undefined : <LinkButton onClick={toPreferences}>{text.turnOn}</LinkButton>}
    >
      <ShortcutList level="h3" />
    </Dialog>
  );
}
