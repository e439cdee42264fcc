// Times, states and results in words.
import { describe, expect, it } from "vitest";
import { callOf, clientOf, servedOf } from "../../../test/fake-gateway";
import { clock, resultOf, servedWords, sinceWords, whyOf } from "./labels";

const NOW = new Date(2026, 10, 15, 14, 30, 0).getTime();
const at = (hours: number, minutes: number, day = 15): string => new Date(2026, 10, day, hours, minutes, 7).toISOString();

describe("the time", () => {
  it.each([
    [at(13, 47), false, "13:47"],
    [at(13, 47), true, "13:47:07"],
    [at(13, 47, 14), true, "14 Nov 13:47"],
    ["never", true, ""],
  ])("of %s is said with the day when that is not today", (when, seconds, words) => {
    expect(clock(when, NOW, seconds)).toBe(words);
  });
});

describe("a client", () => {
  it.each([
    [at(14, 2), at(14, 29), "since 14:02"],
    [at(14, 2), at(14, 17), "idle for 12 min"],
    [at(14, 2), null, "idle for 27 min"],
    [at(9, 0), at(12, 0), "idle for 2 h"],
    [at(9, 0, 13), at(9, 0, 13), "idle for 2 days"],
  ])("that came at %s and called last at %s", (since, lastCall, words) => {
    expect(sinceWords(clientOf({ since, lastCall }), NOW)).toBe(words);
  });
});

describe("a server", () => {
  it.each([
    [servedOf("a"), "stdio · 15 of 101 tools served"],
    [servedOf("a", { way: "http", tools: 1, offered: 1, state: { is: "ready", connections: 3 } }), "HTTP · 1 of 1 tool served · 3 connections"],
    [servedOf("a", { state: { is: "idle" } }), "15 of 101 tools served · connects when a client does"],
    [servedOf("a", { state: { is: "waiting", attempt: 3, seconds: 8 } }), "Attempt 3, next in 8 s"],
    [servedOf("a", { state: { is: "waiting", attempt: 4, seconds: 0 } }), "Attempt 4, now"],
  ])("says how it stands (%#)", (server, words) => {
    expect(servedWords(server)).toBe(words);
  });
});

describe("a call", () => {
  it.each([
    [callOf(1), "OK"],
    [callOf(1, { outcome: null }), "Under way"],
    [callOf(1, { outcome: "toolError" }), "Tool error"],
    [callOf(1, { verdict: "denied", outcome: "error" }), "Not sent"],
    [callOf(1, { verdict: "undecided", outcome: "cancelled" }), "Not sent"],
  ])("says how it ended (%#)", (call, word) => {
    expect(resultOf(call).word).toBe(word);
  });

  it("says why where the backend says nothing", () => {
    expect(whyOf(callOf(1))).toBe("");
    expect(whyOf(callOf(1, { verdict: "unknown" }))).toBe("This client is offered no such tool");
    expect(whyOf(callOf(1, { verdict: "unknown", why: "Not in the toolset" }))).toBe("Not in the toolset");
  });
});
