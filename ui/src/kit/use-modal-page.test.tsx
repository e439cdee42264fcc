// The page behind modal dialogs is marked while one is open, so that it shows no scrollbars above them.
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { AlertAbout, AlertDialog, AlertTitle } from "./alert-dialog";
import { Dialog } from "./dialog";

const mark = () => document.documentElement.dataset["modalOpen"];

it("is marked until the last dialog is closed", () => {
  const dialog = (
    <Dialog title="First" onClose={() => {}}>
      content
    </Dialog>
  );
  const above = (
    <AlertDialog onDefault={() => {}}>
      <AlertTitle>Second</AlertTitle>
      <AlertAbout>about</AlertAbout>
    </AlertDialog>
  );
  const { rerender } = render(<>{dialog}</>);
  expect(mark()).toBe("overlay");
  rerender(
    <>
      {dialog}
      {above}
    </>,
  );
  rerender(<>{dialog}</>);
  expect(mark()).toBe("overlay");
  rerender(<></>);
  expect(mark()).toBeUndefined();
});

it("keeps scrollbars that take room, because without them the page would move", () => {
  const width = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetWidth") as PropertyDescriptor;
  Object.defineProperty(HTMLElement.prototype, "offsetWidth", { configurable: true, get: () => 50 });
  try {
    render(
      <Dialog title="First" onClose={() => {}}>
        content
      </Dialog>,
    );
    expect(mark()).toBe("classic");
  } finally {
    Object.defineProperty(HTMLElement.prototype, "offsetWidth", width);
  }
});
