// Text about times, clients, servers and calls.
import { describe, expect, it } from "vitest";
import { CALL } from "../../../test/literals";
import type { CallView, ConnectedClient, ServedServer } from "../../backend";
import { callReason, callResult } from "./status";
import { formatActivity, formatClock, formatServedStatus } from "./strings";

const NOW = new Date(2026, 10, 15, 14, 30, 0).getTime();
const CLIENT: ConnectedClient = { name: "Codex", version: "0.63", transport: "stdio", server: null, since: "", lastCall: null, calls: 42 };
const SERVER: ServedServer = { name: "demo", transport: "stdio", state: { is: "ready", connections: 1 }, message: null, tools: 101, offered: 15 };
const at = (hours: number, minutes: number, day = 15): string => new Date(2026, 10, day, hours, minutes, 7).toISOString();

describe("a time", () => {
  it.each([
    [at(13, 47), false, "13:47"],
    [at(13, 47), true, "13:47:07"],
    [at(13, 47, 14), true, "14 Nov 13:47"],
    ["never", true, ""],
  ])("%s includes the date if that is not today", (when, seconds, label) => {
    expect(formatClock(when, NOW, seconds)).toBe(label);
  });
});

describe("a client", () => {
  it.each([
    [at(14, 2), at(14, 29), "since 14:02"],
    [at(14, 2), at(14, 17), "idle for 12 min"],
    [at(14, 2), null, "idle for 27 min"],
    [at(9, 0), at(12, 0), "idle for 2 h"],
    [at(9, 0, 13), at(9, 0, 13), "idle for 2 days"],
  ])("connected at %s with the last call at %s", (since, lastCall, label) => {
    expect(formatActivity({ ...CLIENT, since, lastCall }, NOW)).toBe(label);
  });
});

describe("a server", () => {
  it.each([
    [{}, "stdio · 15 of 101 tools served"],
    [{ transport: "http", tools: 1, offered: 1, state: { is: "ready", connections: 3 } }, "HTTP · 1 of 1 tool served · 3 connections"],
    [{ state: { is: "idle" } }, "15 of 101 tools served · connects on demand"],
    [{ state: { is: "waiting", attempt: 3, seconds: 8 } }, "Attempt 3, next in 8 s"],
    [{ state: { is: "waiting", attempt: 4, seconds: 0 } }, "Attempt 4, now"],
  ] satisfies [Partial<ServedServer>, string][])("shows its status (%#)", (over, label) => {
    expect(formatServedStatus({ ...SERVER, ...over }, true)).toBe(label);
  });

  it("serves nothing while the gateway is off", () => {
    expect(formatServedStatus({ ...SERVER, state: { is: "idle" } }, false)).toBe("Would serve 15 of 101 tools");
  });
});

describe("a call", () => {
  it.each([
    [{}, "OK"],
    [{ outcome: null }, "In progress"],
    [{ outcome: "toolError" }, "Tool error"],
    [{ verdict: "denied", outcome: "error" }, "Not sent"],
    [{ verdict: "undecided", outcome: "cancelled" }, "Not sent"],
  ] satisfies [Partial<CallView>, string][])("shows its result (%#)", (over, label) => {
    expect(callResult({ ...CALL, ...over }).label).toBe(label);
  });

  it("has a default reason if the backend gives none", () => {
    expect(callReason(CALL)).toBe("");
    expect(callReason({ ...CALL, verdict: "unknown" })).toBe("Tool not offered to this client");
    expect(callReason({ ...CALL, verdict: "unknown", why: "Not in the toolset" })).toBe("Not in the toolset");
  });
});
