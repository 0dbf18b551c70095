/** Vitest's JSON report lacks errors outside of tests; this reporter stores them beside it. */
import { writeFileSync } from "node:fs";
import { OUTSIDE_REPORT } from "./reports.mjs";

export default class OutsideReporter {
  onTestRunEnd(_modules, unhandledErrors) {
    const errors = unhandledErrors.map(({ type, message, stack }) => ({
      title: `${type}: ${stack ?? message}`,
      why: stack,
    }));
    writeFileSync(OUTSIDE_REPORT, JSON.stringify(errors));
  }
}
