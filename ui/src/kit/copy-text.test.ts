// Copying of a text that loads asynchronously: as a promise within the click event, otherwise after loading.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { copyText } from "./copy-text";

class Item {
  readonly parts: Record<string, Promise<Blob>>;
  constructor(parts: Record<string, Promise<Blob>>) {
    this.parts = parts;
  }
}
const written = async ([item]: Item[]): Promise<string> => {
  const blob = await item?.parts["text/plain"];
  return blob ? blob.text() : "";
};

const clipboard = { write: vi.fn(async (items: Item[]) => void (await written(items))), writeText: vi.fn(async (_: string) => undefined) };
beforeEach(() => {
  vi.stubGlobal("navigator", { clipboard });
  vi.stubGlobal("ClipboardItem", Item);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("a text that loads asynchronously", () => {
  it("is passed to the clipboard as a promise", async () => {
    let resolve: (text: string) => void = () => undefined;
    const promise = new Promise<string>((done) => {
      resolve = done;
    });
    const copying = copyText(() => promise);
    expect(clipboard.write).toHaveBeenCalledOnce();
    resolve("secret");
    await copying;
    expect(await written(clipboard.write.mock.lastCall?.[0] ?? [])).toBe("secret");
    expect(clipboard.writeText).not.toHaveBeenCalled();
  });

  it("is written after loading if the clipboard accepts no promise", async () => {
    clipboard.write.mockRejectedValueOnce(new Error("no promises"));
    await copyText(async () => "secret");
    expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith("secret");
    vi.stubGlobal("ClipboardItem", undefined);
    await copyText(async () => "again");
    expect(clipboard.writeText).toHaveBeenLastCalledWith("again");
  });

  it("reports the error if loading fails", async () => {
    await expect(copyText(async () => Promise.reject(new Error("no token")))).rejects.toThrow("no token");
    expect(clipboard.writeText).not.toHaveBeenCalled();
  });
});
