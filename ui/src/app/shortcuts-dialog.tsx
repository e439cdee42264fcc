// Dialog with the list of shortcuts, opened with "?".
import { Dialog } from "../kit/dialog";
import { LinkButton } from "../kit/button";
import { useAppearance } from "../shared/appearance";
import { useNavigation } from "../shared/navigation";
import { ShortcutList } from "./shortcut-list";

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const singleKeys = useAppearance((state) => state.singleKeys);
  const showPreferences = useNavigation((state) => state.showPreferences);
  const toPreferences = () => {
    onClose();
    showPreferences();
  };
  return (
    <Dialog
      title="Shortcuts"
      reading
      {...(singleKeys ? {} : { about: "Keys without a modifier are turned off." })}
      onClose={onClose}
      foot={singleKeys ? undefined : <LinkButton onClick={toPreferences}>Turn them on in the preferences</LinkButton>}
    >
      <ShortcutList level="h3" />
    </Dialog>
  );
}
