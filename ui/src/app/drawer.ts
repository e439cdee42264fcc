// Where there is no room for three panes: whether the sidebar or the tool panel lies over the page.
import { create } from "zustand";

export type Drawer = "menu" | "tool" | null;

export const useDrawer = create<{ open: Drawer }>()(() => ({ open: null }));

export const openDrawer = (open: Drawer): void => useDrawer.setState({ open });
