/** Values that the HR system would clear, and that an account of another system offers: they stay with that system. */
import { sql, type Kysely } from "kysely";
import { EXTENSION } from "#events/rules/mappings/fields.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import type { IdentityTable } from "../../import/readIdentities.ts";
import { bestOffer, Offers, type Offer } from "../../mappings/precedence/offers.ts";
import { uniqueValues, type WinningOffer } from "../../mappings/precedence/uniqueValues.ts";
import { loadMappedAccounts, loadMappedSystems } from "../../mappings/precedence/sources.ts";
import { IDENTITY_COLUMNS, identityValues } from "../../mappings/records.ts";
import { basisOf, MAPPING_BUDGET } from "./mappedPeople.ts";

const PEOPLE = 500;

interface KeptPeople {
  readonly identities: IdentityTable;
  /** The state of the people that it read; null if no other system sets the fields. */
  readonly basis: string | null;
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
  if (systems.length === 0) return { identities: table, basis: null };
  const basis = await basisOf(db, { clientId });
  const rows = [...table.rows];
  const limits = { budget: MAPPING_BUDGET };
  const offers = new Offers(limits);
  const unique: (WinningOffer & { readonly at: number; readonly column: number })[] = [];
  try {
    const blank = table.ids.filter((_id, at) => table.rows[at]?.includes(null));
    for (const ids of chunksOf(blank, PEOPLE)) {
      const people = await db
        .selectFrom("identities")
        .select(IDENTITY_COLUMNS)
        .where("client_id", "=", clientId)
        .where("external_id", "=", sql<string>`any(${ids}::text[])`)
        .execute();
      const accounts = await loadMappedAccounts(
        db,
        clientId,
        systems,
        people.map(({ oid, external_id: externalId }) => ({ oid, externalId })),
      );
      const byPerson = new Map<string, Offer[]>();
      for (const offer of await offers.of(accounts)) {
        const { personId } = offer.account;
        byPerson.set(personId, [...(byPerson.get(personId) ?? []), offer]);
      }
      for (const person of people) {
        const offered = byPerson.get(person.external_id);
        const at = table.indexes.get(person.external_id);
        if (offered === undefined || at === undefined) continue;
        const current = identityValues(person);
        rows[at] = (table.rows[at] ?? []).map((value, column) => {
          const target = targets[column] ?? "";
          const [present] = current[target] ?? [];
          if (value !== null || present === undefined) return value;
          const offer = bestOffer(offered, target);
          if (offer?.isUnique) unique.push({ offer, current: present, at, column });
          return offer?.value ?? null;
        });
      }
    }
  } finally {
    await offers.close();
  }
  if (unique.length > 0) {
    const given = Object.fromEntries(
      [...new Set(unique.map(({ column }) => column))].map((column) => {
        const waiting = new Set(unique.flatMap((one) => (one.column === column ? one.at : [])));
        const pairs = table.ids.flatMap((id, at) => {
          const value = rows[at]?.[column];
          return typeof value === "string" && !waiting.has(at) ? [[value, id] as const] : [];
        });
        return [targets[column] ?? "", pairs];
      }),
    );
    const values = await uniqueValues(db, { clientId, offers: unique, given, limits });
    for (const { offer, current, at, column } of unique) {
      rows[at] = (rows[at] ?? []).with(column, values.get(offer) ?? current);
    }
  }
  return { identities: { ...table, rows }, basis };
}
