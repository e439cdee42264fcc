// What axe finds wrong with the page, one line each.
import axe from "axe-core";

export async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false } }, // jsdom draws nothing; contrast is settled by the tokens
  });
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
}
