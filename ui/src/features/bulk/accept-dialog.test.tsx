// Tests of the names in the dialog that accepts many tools.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { repeatCards } from "../../../test/many-tools";
import { fake } from "../../../test/mock-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import { AcceptDialog } from "./accept-dialog";

it("names the first ten tools, and the others on request", async () => {
  const backend = recordedBackend("bulk");
  fake.current = backend;
  backend.previewAccept.mockResolvedValue({ tools: 14, deciding: 0, groups: [], loosens: { tools: 0, examples: [] } });
  const cards = repeatCards((await backend.catalog()).cards, 14);
  const request = { cards, environment: null, onConfirm: () => {} };
  const { user } = renderPage(<AcceptDialog request={request} readOnly={false} onClose={() => {}} />);
  const names = () => screen.getByRole("list", { name: "Tools" }).querySelectorAll("li");
  await screen.findByText("No new decisions");
  expect(names()).toHaveLength(10);
  expect(names()[0]).toHaveTextContent(cards[0]?.name ?? "");
  await user.click(screen.getByRole("button", { name: "and 4 more" }));
  expect(names()).toHaveLength(14);
  expect(names()[10]).toHaveFocus();
});
