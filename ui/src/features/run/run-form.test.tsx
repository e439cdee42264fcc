// Form of a tool in the run dialog: each kind of field and what it sends, JSON mode, and violations.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { choice, choices, field, form, list, number, object, text, toggle, variants } from "../../../test/run-data";
import { fake } from "../../../test/mock-backend";
import { fieldAt, renderRun, wants } from "../../../test/render-run";
import type { RunBackend } from "../../../test/run-backend";
import { runBackend } from "../../../test/run-backend";
import type { FormField } from "../../backend";

let backend: RunBackend;
beforeEach(() => {
  backend = runBackend();
  fake.current = backend;
});

type User = Awaited<ReturnType<typeof renderRun>>["user"];

/** Runs the tool and returns the arguments that were sent. */
async function sent(user: User): Promise<string | undefined> {
  const before = backend.runs.ran.length;
  await user.click(screen.getByTestId("run-go"));
  await waitFor(() => expect(backend.runs.ran.length).toBe(before + 1));
  return backend.runs.ran.at(-1)?.arguments;
}
const inField = (path: string) => within(fieldAt(path));
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("a field", () => {
  it("for text is sent when filled in, and has a label, a description and a required mark", async () => {
    const { user } = await renderRun(backend, { fields: [text("title", { label: "Title", required: true, description: "What it is called." }), text("more")] });
    const input = screen.getByRole("textbox", { name: "Title required" });
    expect(input).toHaveFocus();
    expect(input).toBeRequired();
    expect(input).toHaveAccessibleDescription("What it is called.");
    // The JSON name is shown beside the label.
    expect(fieldAt("/title").querySelector("code")).toHaveTextContent("title");
    await user.type(input, "Porto");
    expect(await sent(user)).toBe('{"title":"Porto"}');
  });

  it("for a number sends it as typed", async () => {
    const { user } = await renderRun(backend, { fields: [number("a"), number("b")] });
    await user.type(screen.getByLabelText("a"), "12345678901234567890");
    await user.type(screen.getByLabelText("b"), "1.0");
    expect(await sent(user)).toBe('{"a":12345678901234567890,"b":1.0}');
  });

  it("for an optional boolean has three options", async () => {
    const { user } = await renderRun(backend, { fields: [toggle("deep"), toggle("sure", { required: true })] });
    expect(inField("/deep").getAllByRole("radio").map((one) => one.textContent)).toEqual(["Not sent", "True", "False"]);
    expect(inField("/sure").getAllByRole("radio").map((one) => one.getAttribute("aria-checked"))).toEqual(["false", "false"]);
    // A required choice is focusable by keyboard although no option is selected yet.
    expect(inField("/sure").getByRole("radio", { name: "True" })).toHaveFocus();
    await user.click(inField("/sure").getByRole("radio", { name: "True" }));
    expect(await sent(user)).toBe('{"sure":true}');
    await user.click(inField("/deep").getByRole("radio", { name: "False" }));
    expect(await sent(user)).toBe('{"deep":false,"sure":true}');
    await user.click(inField("/deep").getByRole("radio", { name: "Not sent" }));
    expect(await sent(user)).toBe('{"sure":true}');
  });

  it("for choices sends the selected ones", async () => {
    const { user } = await renderRun(backend, { fields: [choice("mode", ['"fast"', "1.0"]), choices("tags", ['"a"', '"b"', '"c"'])] });
    await user.selectOptions(screen.getByLabelText("mode"), "1.0");
    await user.click(screen.getByRole("checkbox", { name: "c" }));
    await user.click(screen.getByRole("checkbox", { name: "a" }));
    expect(await sent(user)).toBe('{"mode":1.0,"tags":["c","a"]}');
    await user.selectOptions(screen.getByLabelText("mode"), "");
    await user.click(screen.getByRole("checkbox", { name: "c" }));
    await user.click(screen.getByRole("checkbox", { name: "a" }));
    expect(await sent(user)).toBe("{}");
  });

  it("for a list of choices focuses the first choice of an added item", async () => {
    const { user } = await renderRun(backend, { fields: [list("tags", choices("", ['"a"', '"b"']))] });
    await user.click(button("Add item"));
    expect(screen.getByRole("checkbox", { name: "a" })).toHaveFocus();
  });

  it("for a list adds, removes and moves items", async () => {
    const { user } = await renderRun(backend, { fields: [list("ids", number(""))] });
    for (const typed of ["1", "2", "3"]) {
      await user.click(button("Add item"));
      expect(screen.getByLabelText(`Item ${typed}`)).toHaveFocus();
      await user.keyboard(typed);
    }
    await user.click(button("Move Item 3 up"));
    await user.click(button("Remove Item 1"));
    expect(button("Add item")).toHaveFocus();
    expect(await sent(user)).toBe('{"ids":[3,2]}');
    await user.click(button("Remove Item 1"));
    await user.click(button("Remove Item 1"));
    expect(await sent(user)).toBe("{}");
  });

  it("for an optional object is collapsed, and sent once it has a value", async () => {
    const { user } = await renderRun(backend, {
      fields: [object("where", [text("city"), object("more", [text("street")])]), object("must", [text("name")], { required: true })],
    });
    expect(screen.queryByLabelText("city")).toBeNull();
    expect(screen.getByLabelText("name")).toBeVisible();
    await user.click(button("where"));
    expect(await sent(user)).toBe('{"must":{}}');
    await user.click(button("more"));
    await user.type(screen.getByLabelText("street"), "Rua");
    expect(await sent(user)).toBe('{"where":{"more":{"street":"Rua"}},"must":{}}');
    await user.click(inField("/where").getAllByRole("button", { name: "Do not send" })[0] as HTMLElement);
    expect(await sent(user)).toBe('{"must":{}}');
  });

  it("for variants shows the selected one", async () => {
    const byId = object("", [choice("kind", ['"id"'], { required: true }), number("id", { required: true })], { label: "By id" });
    const { user } = await renderRun(backend, { fields: [variants("by", [text("", { label: "By name" }), byId])] });
    await user.selectOptions(screen.getByLabelText("by"), "By id");
    await user.type(screen.getByLabelText("id required"), "7");
    expect(await sent(user)).toBe('{"by":{"kind":"id","id":7}}');
    await user.selectOptions(screen.getByLabelText("by"), "By name");
    await user.type(screen.getByRole("textbox", { name: "By name" }), "me");
    expect(await sent(user)).toBe('{"by":"me"}');
  });

  it("for JSON is validated, and disables Run while it is invalid", async () => {
    const { user } = await renderRun(backend, { fields: [field("any", { kind: "json", why: "it can be anything" })] });
    fireEvent.change(screen.getByLabelText("any"), { target: { value: '{"a":1.0' } });
    expect(inField("/any").getByTestId("run-complaint")).toHaveTextContent("Line 1, column 9: expected a comma or }");
    expect(screen.getByTestId("run-go")).toHaveAttribute("aria-disabled", "true");
    expect(screen.queryByTestId("run-anyway")).toBeNull();
    await user.click(screen.getByTestId("run-go"));
    expect(backend.runs.ran).toEqual([]);
    fireEvent.change(screen.getByLabelText("any"), { target: { value: '{"a":1.0}' } });
    expect(await sent(user)).toBe('{"any":{"a":1.0}}');
  });

  it("starts with its default", async () => {
    const { user } = await renderRun(backend, { fields: [text("title", { default: '"Untitled"' }), number("limit", { default: "10" })] });
    expect(screen.getByLabelText("title")).toHaveValue("Untitled");
    await user.clear(screen.getByLabelText("limit"));
    expect(await sent(user)).toBe('{"title":"Untitled"}');
  });

  it("for multiline text, a password or a date has a matching input", async () => {
    const of = (format: "multiline" | "password" | "date") => ({ kind: "text", format, min: null, max: 40 }) as const;
    await renderRun(backend, { fields: [field("a", of("multiline")), field("b", of("password")), field("c", of("date"))] });
    expect(screen.getByLabelText("a").tagName).toBe("TEXTAREA");
    expect(screen.getByLabelText("b")).toHaveAttribute("type", "password");
    expect(screen.getByLabelText("c")).toHaveAttribute("placeholder", "2026-07-28");
    expect(fieldAt("/c")).toHaveTextContent("Expects a date, at most 40 characters");
  });
});

it("a form with every kind of field has no accessibility violations", async () => {
  const fields: FormField[] = [
    text("title", { required: true, description: "What it is called." }),
    number("count"),
    toggle("deep"),
    choice("mode", ['"fast"', '"slow"']),
    choices("tags", ['"a"', '"b"']),
    object("where", [text("city")], { required: true }),
    list("ids", number(""), { default: "[1,2]" }),
    variants("by", [text("", { label: "By name" })], { default: '"me"' }),
    field("any", { kind: "json", why: "it can be anything" }),
  ];
  backend.runs.judge = wants("title");
  const { user } = await renderRun(backend, { fields });
  await user.click(screen.getByTestId("run-go"));
  await waitFor(() => expect(screen.getAllByTestId("run-complaint").length).toBeGreaterThan(0));
  expect(await violations()).toEqual([]);
});

describe("as JSON", () => {
  const toggleJson = (user: User) => user.click(screen.getByTestId("run-json-switch"));
  const raw = () => screen.getByTestId("run-json");

  it("shows the same arguments, and parses them when switching back", async () => {
    const { user } = await renderRun(backend, { fields: [text("title"), number("count")] });
    await user.type(screen.getByLabelText("title"), "Porto");
    await toggleJson(user);
    expect(raw()).toHaveValue('{\n  "title": "Porto"\n}');
    fireEvent.change(raw(), { target: { value: '{"count": 1.00, "title": "Lisboa"}' } });
    expect(await sent(user)).toBe('{"count": 1.00, "title": "Lisboa"}');
    await toggleJson(user);
    expect(screen.getByLabelText("count")).toHaveValue("1.00");
    expect(screen.getByLabelText("title")).toHaveValue("Lisboa");
  });

  it.each([
    ["[]", "Line 1, column 1: arguments must be an object in braces"],
    ['{"title":\n x}', "Line 2, column 2: expected a value"],
  ])("%j cannot be run or shown in the form, with a reason", async (typed, why) => {
    const { user } = await renderRun(backend);
    await toggleJson(user);
    fireEvent.change(raw(), { target: { value: typed } });
    expect(screen.getByTestId("run-complaint")).toHaveTextContent(why);
    await toggleJson(user);
    expect(raw()).toBeVisible();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(screen.getByTestId("run-go"));
    expect(backend.runs.ran).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it("unknown members stay JSON if the form is closed", async () => {
    const { user } = await renderRun(backend, { form: form([text("title")]) });
    await toggleJson(user);
    fireEvent.change(raw(), { target: { value: '{"other":1.0}' } });
    await toggleJson(user);
    expect(raw()).toHaveValue('{"other":1.0}');
    expect(screen.getByText("The form has no field “other”. Showing JSON instead.")).toBeVisible();
  });

  it("unknown members are kept if the form is open", async () => {
    const { user } = await renderRun(backend, { form: { fields: [text("title")], open: true, limitation: "it says allOf" } });
    expect(screen.getByText(/The form does not cover the whole schema:/)).toHaveTextContent("it says allOf");
    await toggleJson(user);
    fireEvent.change(raw(), { target: { value: '{"other":1.0}' } });
    await toggleJson(user);
    expect(screen.getByTestId("run-extras")).toHaveTextContent("other");
    await user.type(screen.getByLabelText("title"), "x");
    expect(await sent(user)).toBe('{"title":"x","other":1.0}');
  });

  it("a value of another type than its field is shown as JSON in its place", async () => {
    const { user } = await renderRun(backend, { fields: [number("count"), text("title")] });
    await toggleJson(user);
    fireEvent.change(raw(), { target: { value: '{"count":"12","title":""}' } });
    await toggleJson(user);
    expect(screen.getByLabelText("count")).toHaveValue('"12"');
    expect(fieldAt("/title")).toHaveTextContent("Sent as empty text");
    expect(await sent(user)).toBe('{"count":"12","title":""}');
    await user.click(button("Use the form"));
    await user.click(button("Do not send"));
    await user.type(screen.getByLabelText("count"), "12");
    expect(await sent(user)).toBe('{"count":12}');
  });
});

describe("a violation", () => {
  it("is shown at the field and in the summary, disables Run, and can be sent anyway", async () => {
    backend.runs.judge = wants("title", "where");
    const { user } = await renderRun(backend, { fields: [text("title"), object("where", [text("city")])] });
    await waitFor(() => expect(inField("/title").getByTestId("run-complaint")).toHaveTextContent("A text is wanted"));
    expect(inField("/where").getByTestId("run-complaint")).toHaveTextContent("A text is wanted");
    expect(screen.getByLabelText("title")).toHaveAttribute("aria-invalid", "true");
    const summary = screen.getByTestId("run-complaints");
    expect(summary).toHaveTextContent("Fix 2 problems before running:title: A text is wantedwhere: A text is wanted");
    await user.click(screen.getByTestId("run-go"));
    expect(backend.runs.ran).toEqual([]);
    await user.click(screen.getByTestId("run-anyway"));
    await waitFor(() => expect(backend.runs.ran.map((run) => run.arguments)).toEqual(["{}"]));
  });

  it("of an empty required field is shown after a try to run, not before", async () => {
    backend.runs.judge = wants("title");
    const { user } = await renderRun(backend, { fields: [text("title", { required: true }), text("more")] });
    await waitFor(() => expect(backend.checkArguments).toHaveBeenCalled());
    await user.type(screen.getByLabelText("more"), "x");
    await waitFor(() => expect(backend.checkArguments).toHaveBeenLastCalledWith(expect.objectContaining({ arguments: '{"more":"x"}' })));
    expect(screen.queryByTestId("run-complaint")).toBeNull();
    expect(screen.getByLabelText(/^title/)).not.toHaveAttribute("aria-invalid", "true");
    expect(screen.getByTestId("run-go")).not.toHaveAttribute("aria-disabled");
    await user.click(screen.getByTestId("run-go"));
    await waitFor(() => expect(inField("/title").getByTestId("run-complaint")).toHaveTextContent("A text is wanted"));
    expect(screen.getByLabelText(/^title/)).toHaveAttribute("aria-invalid", "true");
    expect(screen.getByTestId("run-go")).toHaveAttribute("aria-disabled", "true");
    expect(backend.runs.ran).toEqual([]);
  });

  it("is found before a run, even within the debounce", async () => {
    backend.runs.judge = wants("title");
    const { user } = await renderRun(backend, { fields: [text("title"), text("more")] });
    await user.type(screen.getByLabelText("title"), "x");
    await waitFor(() => expect(screen.queryByTestId("run-complaints")).toBeNull());
    await user.clear(screen.getByLabelText("title"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.getByTestId("run-complaints")).toBeVisible());
    expect(backend.runs.ran).toEqual([]);
  });

  it("in a collapsed object is shown at the object", async () => {
    backend.runs.judge = () => [{ path: "/where/city/0", message: "is too short" }];
    const { user } = await renderRun(backend, { fields: [object("where", [text("city")])] });
    await waitFor(() => expect(inField("/where").getByTestId("run-complaint")).toHaveTextContent("city.0: is too short"));
    await user.click(button("where"));
    expect(inField("/where").queryByTestId("run-complaint")).toBeNull();
  });

  it("of a number is shown at once", async () => {
    const { user } = await renderRun(backend, { fields: [number("count")] });
    await user.type(screen.getByLabelText("count"), "12a");
    expect(inField("/count").getByTestId("run-complaint")).toHaveTextContent("Not a number, so it is sent as text");
    await user.click(screen.getByTestId("run-anyway"));
    await waitFor(() => expect(backend.runs.ran.at(-1)?.arguments).toBe('{"count":"12a"}'));
  });

  it("is unknown if the validation fails, which is reported, and no call is made", async () => {
    backend.checkArguments.mockImplementation(async () => {
      throw new Error("no check");
    });
    const { user } = await renderRun(backend);
    await waitFor(() => expect(screen.getByTestId("run-complaints")).toHaveTextContent("Could not check the arguments."));
    await user.click(screen.getByTestId("run-go"));
    expect(await screen.findByTestId("run-outcome")).toHaveTextContent("Could not run the tool");
    expect(backend.runs.ran).toEqual([]);
  });
});

describe("a large form", () => {
  it("with many fields is paginated", async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => text(`f${index}`));
    const { user } = await renderRun(backend, { fields: many });
    expect(screen.getAllByTestId("run-field")).toHaveLength(20);
    await user.click(button("Show 20 more of 3,000"));
    expect(screen.getAllByTestId("run-field")).toHaveLength(40);
  });

  it("with many items is paginated, and an item added to a full page is visible", async () => {
    const { user } = await renderRun(backend, { fields: [list("ids", number(""), { default: JSON.stringify(Array.from({ length: 20 }, (_, n) => n)) })] });
    expect(screen.getByLabelText("Item 20")).toBeVisible();
    await user.click(button("Add item"));
    expect(screen.getByLabelText("Item 21")).toBeVisible();
  });

  it("with deep nesting is rendered only as far as it is expanded", async () => {
    let inner = text("end");
    for (let depth = 0; depth < 200; depth += 1) inner = object("next", [inner], { required: true });
    await renderRun(backend, { fields: [inner] });
    expect(screen.getAllByTestId("run-field")).toHaveLength(5);
  });

  it("with hostile text shows hidden characters as codes", async () => {
    await renderRun(backend, {
      fields: [text("a\u202eb", { label: "a\u202eb", description: `zero\u200bwidth ${"x".repeat(1_000_000)}` }), choice("mode", ['"\u202e"'])],
    });
    const page = screen.getByTestId("run-dialog");
    expect(page.textContent).not.toMatch(/[\u202e\u200b]/);
    expect(page).toHaveTextContent("aU+202Eb");
    expect(page).toHaveTextContent("zeroU+200Bwidth");
    expect(page.textContent?.length).toBeLessThan(10_000);
  });
});
