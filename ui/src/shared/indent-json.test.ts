// Indentation of JSON: only white space between tokens changes.
import { describe, expect, it } from "vitest";
import { compactJson, indentJson, readableJson } from "./indent-json";

describe("indented JSON", () => {
  it("keeps empty objects and lists on one line", () => {
    expect(indentJson('{"a":1,"b":[true,{}],"c":[],"d":{"e":null}}')).toBe(
      '{\n  "a": 1,\n  "b": [\n    true,\n    {}\n  ],\n  "c": [],\n  "d": {\n    "e": null\n  }\n}',
    );
  });

  it.each([
    ["long numbers", '{"id":12345678901234567890,"x":1.0e+02}', "12345678901234567890", "1.0e+02"],
    ["a key that is there twice", '{"path":"/tmp","path":"/"}', '"path": "/tmp"', '"path": "/"'],
    ["signs within strings", String.raw`{"a":"} , [ \" : {"}`, String.raw`"} , [ \" : {"`, '"a"'],
    ["what is escaped", String.raw`{"a":"\u200b\\"}`, String.raw`"\u200b\\"`, '"a"'],
    ["spaces within strings", '{"a" : "x   y"}', '"x   y"', '"a": '],
  ])("keep %s", (_, text, first, second) => {
    expect(indentJson(text)).toContain(first);
    expect(indentJson(text)).toContain(second);
  });

  it("leaves text that is not JSON unchanged, without hanging", () => {
    expect(indentJson('"never closed {')).toBe('"never closed {');
    expect(readableJson("{ 1 2 }")).toBe("{ 1 2 }");
    expect(readableJson('[1,', "[1,2]")).toBe("[\n  1,");
    expect(indentJson("[".repeat(20_000)).length).toBeGreaterThan(20_000);
  });
});

it("compactJson removes only white space between tokens", () => {
  expect(compactJson(' { "a b" : [ 1.0 , "x  y\\" " ] } ')).toBe('{"a b":[1.0,"x  y\\" "]}');
});
