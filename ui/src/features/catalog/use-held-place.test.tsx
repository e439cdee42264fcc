// Unit tests of the held place: matches of a search, and what releases it.
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { recordedBackend } from "../../../test/recorded-backend";
import type { Search } from "../../shared/use-search";
import { keyOf } from "../../shared/tool-id";
import { useHeldPlace } from "./use-held-place";

const { cards } = await recordedBackend("catalog").catalog();
const found = (...matches: number[]): Search => ({ matches, problems: [], isCurrent: true });

it("keeps the selected tool among the matches until the view changes", () => {
  const key = keyOf(cards[2] as (typeof cards)[0]);
  const { result, rerender } = renderHook(({ view, search }) => useHeldPlace(cards, key, view, search).matches, {
    initialProps: { view: "hint:read-only", search: found(1, 2, 3) },
  });
  rerender({ view: "hint:read-only", search: found(1, 3) });
  expect(result.current).toEqual([1, 2, 3]);
  rerender({ view: "hint:read-only x", search: { ...found(1, 3), isCurrent: false } });
  rerender({ view: "hint:read-only x", search: found(3) });
  expect(result.current).toEqual([3]);
});
