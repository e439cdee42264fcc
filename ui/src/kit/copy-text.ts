// Copies a text, or a promise of one, to the clipboard.

export type Copied = string | (() => Promise<string>);

/** WebKit allows clipboard writes only within the click event: it gets the promise itself, not the resolved text. */
export async function copyText(text: Copied): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const loading = text();
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await loading);
  const blob = loading.then((content) => new Blob([content], { type: "text/plain" }));
  // Avoids an unhandled rejection; a failed load is thrown below.
  blob.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  } catch {
    // A clipboard without support for promises may still accept the text.
    await navigator.clipboard.writeText(await loading);
  }
}
