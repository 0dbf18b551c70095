/** The values that objects have now of targets whose mappings make them unique. */
import { sql, type Kysely } from "kysely";
import { attributeOf, targetOf } from "#events/rules/mappings/fields.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import type { Database } from "../db/schema.ts";
import type { StoredForms } from "../db/systemTables.ts";
import { asWritten } from "../provisioning/storedForms.ts";
import { parseContent } from "../systems/runs/content.ts";
import type { HeldValues } from "./evaluatorMessages.ts";
import type { Population } from "./population.ts";
import {
  accountKey,
  accountTargets,
  IDENTITY_COLUMNS,
  identityValues,
  NAME_ATTRIBUTES,
} from "./records.ts";

const PAGE = 5000;

/** @returns for each such target the values by the keys of their objects; of equal values, the first one keeps its object. */
export async function loadHeld(db: Kysely<Database>, population: Population): Promise<HeldValues> {
  const { mappings, direction } = population;
  const targets = [
    ...new Set(
      mappings
        .filter((mapping) => mapping.direction === direction && mapping.iterationToken)
        .map(targetOf),
    ),
  ];
  if (direction === "inbound") return loadHeldFields(db, population, targets);
  const held = new Held(targets);
  if (targets.length > 0) {
    await holdAccounts(db, population, held);
    await holdNames(db, population, held);
  }
  return held.values();
}

/** @returns the values that people have in these fields, by the external ids of the people. */
export async function loadHeldFields(
  db: Kysely<Database>,
  client: Pick<Population, "clientId">,
  fields: readonly string[],
): Promise<HeldValues> {
  const held = new Held(fields);
  if (fields.length > 0) await holdIdentities(db, client, held);
  return held.values();
}

/** Begins the key of an account without an owner. No evaluated object has it. */
const UNOWNED = "\n";

class Held {
  readonly targets: readonly string[];
  readonly #pairs: Record<string, (readonly [value: string, key: string])[]>;

  constructor(targets: readonly string[]) {
    this.targets = targets;
    this.#pairs = Object.fromEntries(targets.map((target) => [target, []]));
  }

  note(key: string, values: ValueRecord): void {
    for (const target of this.targets) {
      for (const value of values[target] ?? []) this.#pairs[target]?.push([value, key]);
    }
  }

  /** Accounts without an owner come last, because no mapping can give them another value. */
  values(): HeldValues {
    const isOwned = ([, key]: readonly [string, string]) => !key.startsWith(UNOWNED);
    for (const pairs of Object.values(this.#pairs)) {
      pairs.sort((one, other) => {
        if (isOwned(one) !== isOwned(other)) return isOwned(one) ? -1 : 1;
        return one[1] < other[1] ? -1 : Number(one[1] > other[1]);
      });
    }
    return this.#pairs;
  }
}

async function holdIdentities(
  db: Kysely<Database>,
  { clientId }: Pick<Population, "clientId">,
  held: Held,
): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await db
      .selectFrom("identities")
      .select(IDENTITY_COLUMNS)
      .where("client_id", "=", clientId)
      .where("external_id", ">", after)
      .orderBy("external_id")
      .limit(PAGE)
      .execute();
    for (const row of rows) held.note(row.external_id, identityValues(row));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.external_id;
  }
}

interface HolderRow {
  readonly objectClass: string;
  readonly id: string;
  readonly account: string | null;
  readonly owner: string | null;
  readonly content: string;
  readonly forms: StoredForms;
}

/** All accounts that the system has, also those without an owner and further ones of a person. */
async function holdAccounts(
  db: Kysely<Database>,
  { clientId, resourceId, classes }: Population,
  held: Held,
): Promise<void> {
  const firsts = new Map<string, string | null>();
  let after = { objectClass: "", id: "" };
  for (;;) {
    const { rows } = await sql<HolderRow>`
      select stored.object_class as "objectClass", stored.object_id as id, stored.account_name as account,
        i.external_id as owner, stored.content, stored.stored_forms as forms
      from system_objects stored
      left join accounts account on account.client_id = ${clientId}
        and account.resource_id = ${resourceId} and account.name = stored.account_name
      left join identities i on i.client_id = ${clientId} and i.oid = account.identity_oid
      where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
        and (stored.account_name is not null or stored.object_class = any(${classes}::text[]))
        and stored.gone_at is null
        and (stored.object_class, stored.object_id) > (${after.objectClass}, ${after.id})
      order by stored.object_class, stored.object_id
      limit ${PAGE}
    `.execute(db);
    for (const { objectClass, id, account, owner, content: text, forms } of rows) {
      if (owner !== null && !firsts.has(owner)) firsts.set(owner, account);
      const isFirst = owner !== null && firsts.get(owner) === account;
      const key =
        owner === null
          ? `${UNOWNED}${objectClass}/${id}`
          : isFirst
            ? owner
            : accountKey(owner, account ?? id);
      const content = parseContent(text);
      held.note(key, accountTargets({ objectClass, content }));
      // Mappings compare with what they wrote.
      const attributes = asWritten(content.attributes, forms);
      held.note(key, accountTargets({ objectClass, content: { ...content, attributes } }));
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/** Of accounts whose attributes nobody has read, only the name is known. */
async function holdNames(
  db: Kysely<Database>,
  { clientId, resourceId }: Population,
  held: Held,
): Promise<void> {
  const targets = held.targets.filter((target) =>
    NAME_ATTRIBUTES.includes(attributeOf(target).name.toLowerCase()),
  );
  if (targets.length === 0) return;
  const { rows } = await sql<{ name: string; owner: string | null }>`
    select account.name, i.external_id as owner from accounts account
    left join identities i on i.client_id = ${clientId} and i.oid = account.identity_oid
    where account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and not exists (
        select from system_objects stored
        where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
          and stored.account_name = account.name)
    order by i.external_id, account.name
  `.execute(db);
  for (const { name, owner } of rows) {
    const values = Object.fromEntries(targets.map((target) => [target, [name]]));
    held.note(owner ?? `${UNOWNED}${name}`, values);
  }
}

/** How many objects `loadHeld` reads. */
export async function countHolders(
  db: Kysely<Database>,
  { clientId, resourceId, direction }: Population,
): Promise<number> {
  const { rows } =
    direction === "inbound"
      ? await sql<{ count: number }>`
          select count(*) as count from identities where client_id = ${clientId}`.execute(db)
      : await sql<{ count: number }>`
          select count(*) as count from system_objects
          where client_id = ${clientId} and resource_id = ${resourceId}`.execute(db);
  return rows[0]?.count ?? 0;
}
