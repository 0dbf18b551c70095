/**
 * Statements that the embedded database parses once and plans at most once a second. Parsing and planning take most of
 * the time of a small lookup by key. Statements whose best plan depends on their values are not marked.
 */
import { sql } from "kysely";

/**
 * Maximum prepared statements per connection, because the database keeps them until it closes and a page size may be
 * part of their text.
 */
const MAX_STATEMENTS = 250;

const MARK = "/* planned once */";

/** Marks the end of a statement that has one good plan for all values, and few variants. */
export const PLANNED_ONCE = sql.raw<never>(MARK);

/** The names of a connection's prepared statements. */
export class PlannedStatements {
  readonly #names = new Map<string, string>();

  /** @returns undefined for any other statement, and above the maximum. */
  nameOf(text: string): string | undefined {
    if (!text.includes(MARK)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_STATEMENTS) return known;
    const name = `planned ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
