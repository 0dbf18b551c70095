/** The people of an HR system as its inbound mappings give them. */
import type { Transaction } from "kysely";
import { message } from "#events/messages/message.ts";
import { EXTENSION, targetOf } from "#events/rules/mappings/fields.ts";
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import type { Database } from "../../db/schema.ts";
import type { Rejection, TableRecord, TableSource } from "../../import/types.ts";
import { openEvaluator } from "../../mappings/evaluator.ts";
import { IdentityLookup, loadHeld, type Population } from "../../mappings/population.ts";
import { parseContent } from "./content.ts";
import type { StoredEntry } from "./tables.ts";

interface MappedPeople {
  table(name: string): TableSource;
  /** Values that a mapping could not set and that stay as they were, known after the table was read. */
  readonly failures: Rejection[];
}

/** The column of a field in a table of identities. */
function columnOf(field: string): string {
  if (field === "externalId") return "id";
  return field.startsWith(EXTENSION) ? field.slice(EXTENSION.length) : field;
}

export function mappedPeople(
  tx: Transaction<Database>,
  pages: AsyncIterable<readonly StoredEntry[]>,
  population: Population,
): MappedPeople {
  const fields = [
    ...new Set(
      population.mappings
        .filter(({ direction, config }) => direction === "inbound" && config.target === "attribute")
        .map(targetOf),
    ),
  ];
  const failures: Rejection[] = [];

  async function* batches(): AsyncGenerator<readonly TableRecord[], void, undefined> {
    const lookup = new IdentityLookup(tx, population);
    const held = await loadHeld(tx, population);
    const evaluator = openEvaluator({ ...population, multiple: [], held });
    try {
      for await (const page of pages) {
        const inputs = await lookup.inputsOf(
          page.map(({ objectClass, id, name, before, after }) => ({
            objectClass,
            id,
            name,
            now: parseContent(after),
            // An object that did not change is here because its mappings did: all sources count as changed.
            before: before === null || before === after ? null : parseContent(before),
            owner: null,
          })),
        );
        const results = await evaluator.evaluate(inputs);
        yield page.map((entry, index) => {
          const values = results[index] ?? [];
          noteFailures(entry, values);
          return { line: entry.no, values: fields.map((field) => valueOf(values, field)) };
        });
      }
    } finally {
      await evaluator.close();
      await lookup.close();
    }
  }

  function noteFailures({ no, name }: StoredEntry, results: readonly TargetResult[]): void {
    for (const { target, problem } of results) {
      if (!problem) continue;
      const text = problem.detail === "" ? problem.code : `${problem.code}: ${problem.detail}`;
      failures.push({
        file: "identities",
        line: no,
        column: target,
        code: "NOT_MAPPED",
        reason: message("mappings.objectFailed", { name, target, text }),
      });
    }
  }

  return {
    table: (name) => ({ name, columns: fields.map(columnOf), batches: batches() }),
    failures,
  };
}

function valueOf(results: readonly TargetResult[], field: string): string {
  return results.find(({ target }) => target === field)?.after[0] ?? "";
}
