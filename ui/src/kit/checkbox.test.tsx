import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { USER_EVENT } from "../../test/virtual-clock";
import { Checkbox } from "./checkbox";

function renderInForm() {
  const [onChange, onSubmit] = [vi.fn(), vi.fn((event: { preventDefault: () => void }) => event.preventDefault())];
  render(
    <form onSubmit={onSubmit}>
      <Checkbox checked={false} onChange={onChange}>
        Overwrite
      </Checkbox>
    </form>,
  );
  return { onChange, onSubmit, user: userEvent.setup(USER_EVENT) };
}

it("is toggled by its label and by Space", async () => {
  const { onChange, user } = renderInForm();
  await user.click(screen.getByText("Overwrite"));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  screen.getByRole("checkbox", { name: "Overwrite" }).focus();
  await user.keyboard(" ");
  expect(onChange).toHaveBeenCalledTimes(2);
});

it("submits its form on Enter instead of being toggled", async () => {
  const { onChange, onSubmit, user } = renderInForm();
  screen.getByRole("checkbox", { name: "Overwrite" }).focus();
  await user.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onChange).not.toHaveBeenCalled();
});
