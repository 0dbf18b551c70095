/** The hash of a plan: what an import adds, changes and removes, in the order of the files. */
import { createHash } from "node:crypto";
import type { ImportCounts } from "./types.ts";

export class PlanDigest {
  readonly #hash = createHash("sha256");

  /** Ids that are made anew in each attempt must not be among the parts. */
  add(...parts: readonly unknown[]): void {
    this.#hash.update(JSON.stringify(parts));
  }

  /** @returns the hash in hexadecimal. */
  end(counts: ImportCounts): string {
    this.add(counts);
    return this.#hash.digest("hex");
  }
}
