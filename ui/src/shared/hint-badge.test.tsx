// Badges: icon, label and source of the value, visible and as accessible name.
import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { BadgeKind, Mark } from "../backend";
import { HintBadge, HintBadges } from "./hint-badge";
import { Reason } from "./reason";

describe("HintBadge", () => {
  it.each<[BadgeKind, Mark, string, string]>([
    ["readOnly", "declared", "readonly", "Read-only, declared by the server"],
    ["modifies", "assumed", "modifies", "Modifies, assumed"],
    ["destructive", "decided", "destructive", "Destructive, decided by you"],
    ["idempotent", "assumed", "idempotent", "Idempotent, assumed"],
    ["openWorld", "declared", "openworld", "Open-world, declared by the server"],
  ])("%s %s", (kind, mark, hint, accessibleName) => {
    const { container } = render(<HintBadge kind={kind} mark={mark} />);
    const badge = container.querySelector("[data-hint]");
    expect(badge).toHaveAttribute("data-hint", hint);
    expect(badge).toHaveAttribute("data-mark", mark);
    expect(badge).toHaveAccessibleName(accessibleName);
    expect(badge).toHaveTextContent(accessibleName.split(",")[0] ?? "");
  });

  it("keeps the given order", () => {
    const { container } = render(
      <HintBadges
        badges={[
          { kind: "destructive", mark: "decided" },
          { kind: "openWorld", mark: "assumed" },
        ]}
      />,
    );
    const hints = [...container.querySelectorAll<HTMLElement>("[data-hint]")].map((badge) => badge.dataset.hint);
    expect(hints).toEqual(["destructive", "openworld"]);
  });
});

describe("Reason", () => {
  it("emphasises text between asterisks and nothing else", () => {
    const { container } = render(<Reason text={"the name contains *delete*; 2 * 3 <b>"} />);
    expect(container.querySelectorAll("em")).toHaveLength(1);
    expect(container.querySelector("em")).toHaveTextContent("delete");
    expect(container).toHaveTextContent("the name contains delete; 2 * 3 <b>");
  });
});
