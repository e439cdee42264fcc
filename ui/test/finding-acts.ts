// The invented findings as functions of a backend, with every call on record.
import { vi } from "vitest";
import type { FakeFindings } from "./fake-findings";

export function findingActs(found: FakeFindings) {
  return {
    findings: vi.fn(found.findings),
    previewFixes: vi.fn(found.previewFixes),
    applyFixes: vi.fn(found.applyFixes),
    suppress: vi.fn(found.suppress),
    unsuppress: vi.fn(found.unsuppress),
    readiness: vi.fn(found.readiness),
    saveFindings: vi.fn(found.saveFindings),
  };
}
