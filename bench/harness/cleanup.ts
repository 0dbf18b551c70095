/** Resources that must be released however a case ends: servers, browsers, directories. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Cleanup {
  readonly #ends: (() => unknown)[] = [];
  #running: Promise<void> | null = null;

  /**
   * Calls `end` when the case ends, latest first.
   * @returns a function that ends it now, only once.
   */
  add(end: () => unknown): () => Promise<void> {
    this.#ends.push(end);
    return async () => {
      const at = this.#ends.indexOf(end);
      if (at < 0) return;
      this.#ends.splice(at, 1);
      await end();
    };
  }

  /** A new directory, removed at the end. */
  directory(name: string): string {
    const path = mkdtempSync(join(tmpdir(), `provision-bench-${name}-`));
    this.add(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
    return path;
  }

  /** Ends all, even if one of them fails; a second call waits for the first. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        console.error("Could not clean up:", error);
      }
    }
  }
}
