// Key caps of a shortcut, for buttons and menu items.
import { Kbd } from "../kit/kbd";
import type { ShortcutId } from "./keymap";
import { keysOf } from "./keymap";

export const KeyHint = ({ of }: { of: ShortcutId }) => keysOf(of).map((key) => <Kbd key={key}>{key}</Kbd>);
