// Store of the open drawer: in a narrow window, the sidebar or the tool panel overlays the page.
import { create } from "zustand";

export type Drawer = "menu" | "tool" | null;

export const useDrawer = create<{ open: Drawer }>()(() => ({ open: null }));

export const openDrawer = (open: Drawer): void => useDrawer.setState({ open });
