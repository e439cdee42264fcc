// Order of test files: slowest first, so that both workers end at about the same time.
import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Measured on two cores; all other files take a few seconds. */
const LONGEST = ["hostile", "views-catalog", "views-pages", "views-small"];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(basename(moduleId, ".test.ts"));
      return at < 0 ? LONGEST.length : at;
    };
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}
