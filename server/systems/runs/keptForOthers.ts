/** Values that the HR system would clear, and that an account of another system offers: they stay with that system. */
import { sql, type Kysely } from "kysely";
import { EXTENSION } from "#events/rules/mappings/fields.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import type { IdentityTable } from "../../import/readIdentities.ts";
import { bestOffer, Offers } from "../../mappings/precedence/offers.ts";
import { uniqueValues, type WinningOffer } from "../../mappings/precedence/uniqueValues.ts";
import { loadMappedAccounts, loadMappedSystems, makesUnique } from "../../mappings/precedence/sources.ts";
import type { HeldValues } from "../../mappings/evaluatorMessages.ts";
import { IDENTITY_COLUMNS, identityValues, type IdentityRow } from "../../mappings/records.ts";
import { MAPPING_BUDGET } from "./mappedPeople.ts";
import { notePeople, type ReadPeople } from "./readPeople.ts";

const PEOPLE = 500;
const LIMITS = { budget: MAPPING_BUDGET };

interface KeptPeople {
  readonly identities: IdentityTable;
  /** Whom mappings read. */
  readonly read: readonly ReadPeople[];
}

/** A value that needs the number that makes it unique, and its place in the table. */
interface UniqueValue extends WinningOffer {
  readonly row: number;
  readonly column: number;
}

/**
 * Runs the code of mappings. Call it outside a transaction, which would wait for the code.
 *
 * @param table of the people of an HR system.
 * @throws MappingTimeError
 */
export async function keepForOthers(
  db: Kysely<Database>,
  clientId: string,
  table: IdentityTable,
): Promise<KeptPeople> {
  const targets = [...table.fields, ...table.attributeNames.map((name) => EXTENSION + name)];
  const systems = (await loadMappedSystems(db, clientId, new Set(targets))).filter(
    ({ isHr }) => !isHr,
  );
  const blank = table.ids.filter((_id, row) => table.rows[row]?.includes(null));
  if (systems.length === 0 || blank.length === 0) return { identities: table, read: [] };
  const read = await notePeople(db, { clientId }, makesUnique(systems) ? null : blank);
  const rows = [...table.rows];
  const unique: UniqueValue[] = [];
  const offers = new Offers(LIMITS);
  try {
    for (const ids of chunksOf(blank, PEOPLE)) {
      const people = await findPeople(db, clientId, ids);
      const byPerson = await offers.byPerson(
        await loadMappedAccounts(db, clientId, systems, people),
      );
      for (const person of people) {
        const offered = byPerson.get(person.external_id);
        const row = table.indexes.get(person.external_id);
        if (offered === undefined || row === undefined) continue;
        const current = identityValues(person);
        rows[row] = (table.rows[row] ?? []).map((value, column) => {
          const target = targets[column] ?? "";
          const [present] = current[target] ?? [];
          if (value !== null || present === undefined) return value;
          const offer = bestOffer(offered, target);
          if (offer?.isUnique) unique.push({ offer, current: present, row, column });
          return offer?.value ?? null;
        });
      }
    }
  } finally {
    await offers.close();
  }
  if (unique.length > 0) {
    const given = givenValues({ ...table, rows }, targets, unique);
    const values = await uniqueValues(db, { clientId, offers: unique, given, limits: LIMITS });
    for (const { offer, current, row, column } of unique) {
      rows[row] = (rows[row] ?? []).with(column, values.get(offer) ?? current);
    }
  }
  return { identities: { ...table, rows }, read: [read] };
}

function findPeople(
  db: Kysely<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<IdentityRow[]> {
  return db
    .selectFrom("identities")
    .select(IDENTITY_COLUMNS)
    .where("client_id", "=", clientId)
    .where("external_id", "=", sql<string>`any(${ids}::text[])`)
    .execute();
}

/** The values of the table in the columns of values that have to be unique, by target, without these values themselves. */
function givenValues(
  table: IdentityTable,
  targets: readonly string[],
  unique: readonly UniqueValue[],
): HeldValues {
  const columns = new Set(unique.map(({ column }) => column));
  return Object.fromEntries(
    [...columns].map((column) => {
      const waiting = new Set(unique.flatMap((one) => (one.column === column ? one.row : [])));
      const pairs = table.ids.flatMap((id, row) => {
        const value = table.rows[row]?.[column];
        return typeof value === "string" && !waiting.has(row) ? [[value, id] as const] : [];
      });
      return [targets[column] ?? "", pairs];
    }),
  );
}
