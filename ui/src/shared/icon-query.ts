// Batched icon query: all icons that come into view at once are one request.
import { queryOptions } from "@tanstack/react-query";
import type { ToolCard, ToolKey } from "../backend";
import { backend } from "../backend";
import { idOf, keyOf } from "./tool-id";

type PendingIcon = { key: ToolKey; resolve: (image: string | null) => void; reject: (error: unknown) => void };

let pending: PendingIcon[] = [];

async function flushBatch(): Promise<void> {
  const batch = pending;
  pending = [];
  try {
    const icons = await backend.icons({ tools: batch.map(({ key }) => key) });
    const images = new Map(icons.map((icon) => [idOf(icon.key), icon.image]));
    for (const { key, resolve } of batch) resolve(images.get(idOf(key)) ?? null);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

function loadIcon(key: ToolKey): Promise<string | null> {
  return new Promise((resolve, reject) => {
    pending.push({ key, resolve, reject });
    if (pending.length === 1) queueMicrotask(() => void flushBatch());
  });
}

/** Only data: URLs of images are rendered, never a remote address. */
const isPicture = (image: string | null): image is string => image !== null && /^data:image\/[a-z.+-]+[;,]/i.test(image);

export const iconQuery = (card: ToolCard) =>
  queryOptions({
    queryKey: ["icon", card.server, card.name, card.icon],
    queryFn: async () => {
      const image = await loadIcon(keyOf(card));
      return isPicture(image) ? image : null;
    },
    staleTime: Infinity,
    gcTime: 600_000,
  });
