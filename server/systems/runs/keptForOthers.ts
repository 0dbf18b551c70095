/** Values that the HR system would clear, and that an account of another system offers: they stay with that system. */
import { sql, type Kysely } from "kysely";
import { EXTENSION } from "#events/rules/mappings/fields.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import type { IdentityTable } from "../../import/readIdentities.ts";
import type { Evaluator } from "../../mappings/evaluator.ts";
import { bestOffer, Offers, type MissingOffer } from "../../mappings/precedence/offers.ts";
import { uniqueValues, type WinningOffer } from "../../mappings/precedence/uniqueValues.ts";
import {
  loadMappedAccounts,
  loadMappedSystems,
  makesUnique,
  type MappedSystem,
} from "../../mappings/precedence/sources.ts";
import type { HeldValues } from "../../mappings/evaluatorMessages.ts";
import { IDENTITY_COLUMNS, identityValues, type IdentityRow } from "../../mappings/records.ts";
import type { Failures } from "./failures.ts";
import { MAPPING_BUDGET } from "./mappedPeople.ts";
import { fingerprintPeople, type PeopleFingerprint } from "./peopleFingerprint.ts";

const PEOPLE = 500;
const LIMITS = { budget: MAPPING_BUDGET };

interface KeptPeople {
  readonly identities: IdentityTable;
  /** Of the people whom mappings read. */
  readonly fingerprints: readonly PeopleFingerprint[];
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
 * @param failures to which those of the other systems' mappings are added.
 * @throws MappingTimeError
 */
export async function keepForOthers(
  db: Kysely<Database>,
  clientId: string,
  table: IdentityTable,
  failures: Failures,
): Promise<KeptPeople> {
  const targets = [...table.fields, ...table.attributeNames.map((name) => EXTENSION + name)];
  const systems = (await loadMappedSystems(db, clientId, new Set(targets))).filter(
    ({ isHr }) => !isHr,
  );
  const blank = table.ids.filter((_id, row) => table.rows[row]?.includes(null));
  if (systems.length === 0 || blank.length === 0) return { identities: table, fingerprints: [] };
  const ids = makesUnique(systems) ? null : blank;
  const fingerprint = await fingerprintPeople(db, { clientId }, ids);
  const request = { clientId, table, targets, systems, blank };
  let found = await findKept(db, request, new Map());
  // A mapping that was switched off offers nothing to anybody, also to those before.
  for (let last = 0; found.broken.size > last;) {
    last = found.broken.size;
    found = await findKept(db, request, found.broken);
  }
  for (const { line, offer } of found.lost) failures.addMissing(line, offer);
  const { rows, unique } = found;
  if (unique.length > 0) {
    const given = givenValues({ ...table, rows }, targets, unique);
    const values = await uniqueValues(db, { clientId, offers: unique, given, limits: LIMITS });
    for (const { offer, current, row, column } of unique) {
      rows[row] = (rows[row] ?? []).with(column, values.get(offer) ?? current);
    }
  }
  return { identities: { ...table, rows }, fingerprints: [fingerprint] };
}

interface KeptRequest {
  readonly clientId: string;
  readonly table: IdentityTable;
  /** Of the columns of the table. */
  readonly targets: readonly string[];
  readonly systems: readonly MappedSystem[];
  /** External ids of people of whom the table has an empty value. */
  readonly blank: readonly string[];
}

interface LostOffer {
  /** Of the table. */
  readonly line: number;
  readonly offer: MissingOffer;
}

interface KeptValues {
  /** Of the table, with the values that stay. */
  readonly rows: IdentityTable["rows"][number][];
  readonly unique: readonly UniqueValue[];
  /** Of which the HR system would clear the field. */
  readonly lost: readonly LostOffer[];
  /** Mappings that are switched off by now. */
  readonly broken: Evaluator["broken"];
}

/** Ends early if a mapping is switched off that was not from the start. */
async function findKept(
  db: Kysely<Database>,
  { clientId, table, targets, systems, blank }: KeptRequest,
  off: Evaluator["broken"],
): Promise<KeptValues> {
  const rows = [...table.rows];
  const unique: UniqueValue[] = [];
  const lost: LostOffer[] = [];
  const offers = new Offers(LIMITS, off);
  try {
    for (const ids of chunksOf(blank, PEOPLE)) {
      const people = await findPeople(db, clientId, ids);
      const byPerson = await offers.byPerson(
        await loadMappedAccounts(db, clientId, systems, people),
      );
      if (offers.broken.size > off.size) break;
      for (const person of people) {
        const offered = byPerson.get(person.external_id);
        const row = table.indexes.get(person.external_id);
        if (offered === undefined || row === undefined) continue;
        const current = identityValues(person);
        rows[row] = (table.rows[row] ?? []).map((value, column) => {
          const target = targets[column] ?? "";
          const [present] = current[target] ?? [];
          if (value !== null || present === undefined) return value;
          const missing = offered.missing.filter((one) => one.target === target);
          const line = table.lines[row] ?? 0;
          for (const offer of missing) lost.push({ line, offer });
          const offer = bestOffer(offered.offers, target);
          if (offer?.isUnique) unique.push({ offer, current: present, row, column });
          // The missing value may be the present one.
          return offer?.value ?? (missing.length > 0 ? present : null);
        });
      }
    }
  } finally {
    await offers.close();
  }
  return { rows, unique, lost, broken: offers.broken };
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
