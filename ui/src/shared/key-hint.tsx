// The keys of a shortcut, beside what it does.
import { Kbd } from "../kit/kbd";
import type { ShortcutId } from "./keymap";
import { keysOf } from "./keymap";

export const KeyHint = ({ of }: { of: ShortcutId }) => keysOf(of).map((key) => <Kbd key={key}>{key}</Kbd>);
