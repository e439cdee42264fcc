// Text of the terms that choose operations.
import { describe, expect, it } from "vitest";
import { formatTerms, parseTerms } from "./operation-terms";

describe("terms", () => {
  it.each([
    [[], ""],
    [["tag:orders", "GET /items/*", "-delete_*"], "tag:orders, GET /items/*, -delete_*"],
    [["tag:Orders, returns", "get_item"], '"tag:Orders, returns", get_item'],
    [['tag:"best"', "tag: spaced "], '"tag:""best""", "tag: spaced "'],
  ])("%j are written as %s, and parsed again", (terms, text) => {
    expect(formatTerms(terms)).toBe(text);
    expect(parseTerms(text)).toEqual(terms);
  });

  it.each([
    [" , ,", []],
    ["a,b , c", ["a", "b", "c"]],
    ['"a, b"', ["a, b"]],
    ['"a" b, c', ['"a" b', "c"]],
    ['"a, b', ['"a', "b"]],
  ])("typed as %s are %j", (text, terms) => {
    expect(parseTerms(text)).toEqual(terms);
  });
});
