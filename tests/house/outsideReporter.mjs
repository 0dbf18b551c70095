/** Vitest's JSON report has no word of what failed outside of tests; this keeps it beside that. */
import { mkdirSync, writeFileSync } from "node:fs";
import { OUTSIDE_REPORT, REPORTS } from "./reports.mjs";

export default class OutsideReporter {
  onTestRunEnd(_modules, unhandledErrors) {
    mkdirSync(REPORTS, { recursive: true });
    const errors = unhandledErrors.map(({ name, message, stack, type }) => ({
      title: `${type ?? "Unhandled error"}: ${name}: ${message}`,
      why: stack,
    }));
    writeFileSync(OUTSIDE_REPORT, JSON.stringify(errors));
  }
}
