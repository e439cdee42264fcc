// axe in jsdom: accessibility violations of the page, one line each.
import axe from "axe-core";
import { settle } from "./virtual-clock";

export async function violations(): Promise<string[]> {
  let pending = true;
  const running = axe
    .run(document.body, {
      rules: { "color-contrast": { enabled: false } }, // jsdom does not paint; styles/contrast.test.ts checks contrast
      resultTypes: ["violations"], // skips the details of passed checks, which are most of the work
      preload: false, // there are no style sheets or media
    })
    .finally(() => (pending = false));
  while (pending) await settle(); // axe defers its steps with timers
  const found = await running;
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
}
