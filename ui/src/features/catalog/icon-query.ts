// Icons are asked for together: everything that comes into view at once is one request.
import { queryOptions } from "@tanstack/react-query";
import type { ToolCard, ToolKey } from "../../backend";
import { backend } from "../../backend";
import { idOf, keyOf } from "../../shared/tool-id";

type Wish = { key: ToolKey; resolve: (image: string | null) => void; reject: (error: unknown) => void };

let wishes: Wish[] = [];

async function ask(): Promise<void> {
  const asked = wishes;
  wishes = [];
  try {
    const icons = await backend.icons({ tools: asked.map((wish) => wish.key) });
    const images = new Map(icons.map((icon) => [idOf(icon.key), icon.image]));
    for (const { key, resolve } of asked) resolve(images.get(idOf(key)) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

function wish(key: ToolKey): Promise<string | null> {
  return new Promise((resolve, reject) => {
    wishes.push({ key, resolve, reject });
    if (wishes.length === 1) queueMicrotask(() => void ask());
  });
}

/** Nothing but a picture that is already here is ever drawn. */
const isPicture = (image: string | null): image is string => image !== null && /^data:image\/[a-z.+-]+[;,]/i.test(image);

export const iconQuery = (card: ToolCard) =>
  queryOptions({
    queryKey: ["icon", card.server, card.name, card.seen],
    queryFn: async () => {
      const image = await wish(keyOf(card));
      return isPicture(image) ? image : null;
    },
    staleTime: Infinity,
    gcTime: 600_000,
  });
