// Names of new servers.
import { describe, expect, it } from "vitest";
import { freeServerName, serverNameProblem } from "./server-name";

const TAKEN = ["demo", "demo-2", "x".repeat(50)];

describe("a server name", () => {
  it.each([
    ["", null],
    ["notes", null],
    [" demo ", "A server with this name already exists."],
    ["my.server", "Use only the characters a-z, A-Z, 0-9, - and _."],
    ["y".repeat(51), "Use at most 50 characters."],
  ])("%j has the problem %j", (name, problem) => {
    expect(serverNameProblem(name, TAKEN)).toBe(problem);
  });

  it.each([
    ["notes", "notes"],
    ["demo", "demo-3"],
    ["My server!", "My-server"],
    ["...", "server"],
    ["x".repeat(60), `${"x".repeat(48)}-2`],
  ])("%j is replaced by %j", (name, free) => {
    expect(freeServerName(name, TAKEN)).toBe(free);
    expect(serverNameProblem(free, TAKEN)).toBeNull();
  });
});
