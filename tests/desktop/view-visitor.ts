// Visits views in one window, and reloads the page only if the previous view requires it.
import { disconnectWaitingClients } from "./fixture.ts";
import { recordFocus } from "./keyboard-walk.ts";
import { resetCatalog } from "./navigation.ts";
import type { Store } from "./store.ts";
import { reload, type View } from "./views.ts";
import type { Window } from "./window.ts";

export class ViewVisitor {
  /** True if the last view failed, left an overlay open, or changed the layout. */
  private needsReload = true;

  constructor(
    private readonly window: Window,
    private readonly store: Store,
  ) {}

  async open(view: View): Promise<void> {
    if (this.needsReload) await reload(this.window);
    else if (view.startsOnCatalog) await resetCatalog(this.window);
    this.needsReload = true;
    await recordFocus(this.window);
    await view.open(this.window, this.store);
  }

  /** Must be called after the view has passed and its overlay is closed. */
  async leave(view: View): Promise<void> {
    await disconnectWaitingClients();
    const isClear = (await this.window.count("[role=dialog], [role=alertdialog], [role=menu], [role=tooltip]")) === 0;
    this.needsReload = !isClear || Boolean(view.changesLayout);
  }
}
