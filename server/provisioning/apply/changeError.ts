import type { ProvisionProblem } from "#events/entities/provisioning.ts";

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
