import type { ChangeOutcome } from "./change.ts";
import { ChangeError } from "./changeError.ts";

/** The system accepted a change and did not store all of it. */
export class NotStoredError extends ChangeError {
  /** What the system has now. */
  readonly outcome: ChangeOutcome;

  /** @param names of attributes and entitlements */
  constructor(names: readonly string[], outcome: ChangeOutcome) {
    super("notStored", names.join(", "));
    this.outcome = outcome;
  }
}
