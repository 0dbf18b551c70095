/**
 * Statements that the embedded database reads once, and plans once a second at most: both take most of the time of a
 * statement that finds little by key. One whose best plan depends on its values would lose by it, and is not marked.
 */
import { sql } from "kysely";

const MARK = "/* planned once */";

/** For the end of a statement that has one good plan, whatever its values are, and few forms. */
export const PLANNED_ONCE = sql.raw<never>(MARK);

/** The names by which one connection knows such statements. */
export class PlannedStatements {
  readonly #names = new Map<string, string>();

  /** @returns undefined for any other statement. */
  nameOf(text: string): string | undefined {
    if (!text.includes(MARK)) return undefined;
    const name = this.#names.get(text) ?? `planned ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
