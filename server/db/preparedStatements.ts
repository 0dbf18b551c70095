/**
 * Statements that the embedded database reads once, and plans once a second at most: both take most of the time of a
 * statement that finds little by key. One whose best plan depends on its values would lose by it, and is not marked.
 */
import { sql } from "kysely";

/** Such statements of one connection, which the database keeps until it ends: the size of a page may be in their text. */
const MOST = 250;

const MARK = "/* planned once */";

/** For the end of a statement that has one good plan, whatever its values are, and few forms. */
export const PLANNED_ONCE = sql.raw<never>(MARK);

/** The names by which one connection knows such statements. */
export class PlannedStatements {
  readonly #names = new Map<string, string>();

  /** @returns undefined for any other statement, and for more of them than can be kept. */
  nameOf(text: string): string | undefined {
    if (!text.includes(MARK)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST) return known;
    const name = `planned ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
