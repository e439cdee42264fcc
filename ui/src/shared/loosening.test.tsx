// Confirmation of a loosening change: what loosening means, and the list of the tools.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { USER_EVENT } from "../../test/virtual-clock";
import type { Loosening } from "../backend";
import { LooseningConfirm } from "./loosening";

const loosening = (tools: number, named: number): Loosening => ({
  tools,
  examples: Array.from({ length: named }, (_, index) => ({ server: "demo", tool: `tool_${index + 1}`, summary: "read-only Yes" })),
});
const show = (tools: number, named: number) => render(<LooseningConfirm loosening={loosening(tools, named)} confirmed={false} onConfirm={() => {}} />);

it("explains what loosening does", () => {
  show(1, 1);
  expect(screen.getByText("Clients treat it as less dangerous and may then call it without asking you.")).toBeInTheDocument();
});

it("lists the first tools, and all of them on request", async () => {
  show(12, 12);
  expect(screen.getAllByRole("listitem")).toHaveLength(8);
  await userEvent.setup(USER_EVENT).click(screen.getByRole("button", { name: "Show all 12" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(12);
  expect(screen.queryByRole("button")).toBeNull();
});

it("counts the tools that the engine does not name", async () => {
  show(312, 50);
  await userEvent.setup(USER_EVENT).click(screen.getByRole("button", { name: "Show 50 of 312" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(51);
  expect(screen.getByText("and 262 more, which are not listed")).toBeInTheDocument();
});
