// Accessibility violations that axe finds in the page, one line each.
import axe from "axe-core";
import { settle } from "./virtual-clock";

export async function violations(): Promise<string[]> {
  let pending = true;
  const running = axe
    .run(document.body, {
      rules: { "color-contrast": { enabled: false } }, // jsdom draws nothing; contrast is settled by the tokens
      resultTypes: ["violations"], // what passes is not described, which is most of the work
      preload: false, // there are no style sheets and no media
    })
    .finally(() => (pending = false));
  while (pending) await settle(); // axe defers its steps with timers
  const found = await running;
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
}
