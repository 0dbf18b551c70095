import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import type { ChangeOutcome } from "./change.ts";

/** A change that cannot be written. */
export class ChangeError extends Error {
  override readonly name = "ChangeError";
  readonly code: ProvisionProblem["code"];

  /** @param detail contains no secrets. */
  constructor(code: ProvisionProblem["code"], detail: string) {
    super(detail);
    this.code = code;
  }
}

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
