// Visits views one after another in one window, and reloads the page only where the view before makes that necessary.
import { disconnectWaitingClients } from "./fixture.ts";
import { recordFocus } from "./keyboard-walk.ts";
import { resetCatalog } from "./navigation.ts";
import type { Store } from "./store.ts";
import { reload, type View } from "./views.ts";
import type { Window } from "./window.ts";

export class ViewVisitor {
  /** The last view failed, has left an overlay open, or has changed the layout. */
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

  /** Called when the view has passed, with its overlay closed. */
  async leave(view: View): Promise<void> {
    await disconnectWaitingClients();
    const isClear = (await this.window.count("[role=dialog], [role=alertdialog], [role=menu], [role=tooltip]")) === 0;
    this.needsReload = !isClear || Boolean(view.changesLayout);
  }
}
