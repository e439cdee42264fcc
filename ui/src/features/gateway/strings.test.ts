// Unit tests of the labels of times, clients, servers and calls.
import { describe, expect, it } from "vitest";
import { CALL } from "../../../test/literals";
import type { CallView, ConnectedClient, ServedServer } from "../../backend";
import { clock, resultOf, formatServedStatus, formatActivity, whyOf } from "./labels";

const NOW = new Date(2026, 10, 15, 14, 30, 0).getTime();
const CLIENT: ConnectedClient = { name: "Codex", version: "0.63", transport: "stdio", server: null, since: "", lastCall: null, calls: 42 };
const SERVER: ServedServer = { name: "demo", transport: "stdio", state: { is: "ready", connections: 1 }, message: null, tools: 101, offered: 15 };
const at = (hours: number, minutes: number, day = 15): string => new Date(2026, 10, day, hours, minutes, 7).toISOString();

describe("the time", () => {
  it.each([
    [at(13, 47), false, "13:47"],
    [at(13, 47), true, "13:47:07"],
    [at(13, 47, 14), true, "14 Nov 13:47"],
    ["never", true, ""],
  ])("of %s is said with the day when that is not today", (when, seconds, label) => {
    expect(clock(when, NOW, seconds)).toBe(label);
  });
});

describe("a client", () => {
  it.each([
    [at(14, 2), at(14, 29), "since 14:02"],
    [at(14, 2), at(14, 17), "idle for 12 min"],
    [at(14, 2), null, "idle for 27 min"],
    [at(9, 0), at(12, 0), "idle for 2 h"],
    [at(9, 0, 13), at(9, 0, 13), "idle for 2 days"],
  ])("that came at %s and called last at %s", (since, lastCall, label) => {
    expect(formatActivity({ ...CLIENT, since, lastCall }, NOW)).toBe(label);
  });
});

describe("a server", () => {
  it.each([
    [{}, "stdio · 15 of 101 tools served"],
    [{ transport: "http", tools: 1, offered: 1, state: { is: "ready", connections: 3 } }, "HTTP · 1 of 1 tool served · 3 connections"],
    [{ state: { is: "idle" } }, "15 of 101 tools served · connects when a client does"],
    [{ state: { is: "waiting", attempt: 3, seconds: 8 } }, "Attempt 3, next in 8 s"],
    [{ state: { is: "waiting", attempt: 4, seconds: 0 } }, "Attempt 4, now"],
  ] satisfies [Partial<ServedServer>, string][])("says how it stands (%#)", (over, label) => {
    expect(formatServedStatus({ ...SERVER, ...over })).toBe(label);
  });
});

describe("a call", () => {
  it.each([
    [{}, "OK"],
    [{ outcome: null }, "Under way"],
    [{ outcome: "toolError" }, "Tool error"],
    [{ verdict: "denied", outcome: "error" }, "Not sent"],
    [{ verdict: "undecided", outcome: "cancelled" }, "Not sent"],
  ] satisfies [Partial<CallView>, string][])("says how it ended (%#)", (over, word) => {
    expect(resultOf({ ...CALL, ...over }).word).toBe(word);
  });

  it("says why where the backend says nothing", () => {
    expect(whyOf(CALL)).toBe("");
    expect(whyOf({ ...CALL, verdict: "unknown" })).toBe("This client is offered no such tool");
    expect(whyOf({ ...CALL, verdict: "unknown", why: "Not in the toolset" })).toBe("Not in the toolset");
  });
});
