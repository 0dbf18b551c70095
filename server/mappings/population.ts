/** The objects of a system as inputs of mappings, page by page in a fixed order. */
import { sql, type Kysely } from "kysely";
import type { Mapping, MappingDirection } from "#events/entities/mapping.ts";
import type { Equality, ObjectClass } from "#events/entities/objectClass.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { identifies, schemaIdOf } from "#events/rules/mappings/fields.ts";
import type { MappingInput, TargetResult } from "#events/rules/mappings/evaluate.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import { personName } from "#events/rules/personName.ts";
import type { Database } from "../db/schema.ts";
import type { StoredForms } from "../db/systemTables.ts";
import { asWritten } from "../provisioning/storedForms.ts";
import type { SystemPlace, SystemRow } from "../systems/queries.ts";
import { parseContent } from "../systems/runs/content.ts";
import { openEvaluator, type Evaluator, type EvaluatorLimits } from "./evaluator.ts";
import { missingInSystem, type MissingAttributes } from "./missingAttributes.ts";
import {
  accountSource,
  appliedSource,
  IDENTITY_COLUMNS,
  identityValues,
  outboundInput,
  PLAIN_CLASS,
  type IdentityRow,
} from "./records.ts";

export interface Population {
  readonly clientId: string;
  readonly resourceId: string;
  readonly direction: MappingDirection;
  /** Whether the system is the source of people. */
  readonly isHr: boolean;
  /** The object classes of accounts. */
  readonly classes: readonly string[];
  readonly mappings: readonly Mapping[];
  /** See `mappingsWithMissingAttributes`. */
  readonly missingAttributes: MissingAttributes;
}

export function populationOf(
  { clientId, resourceId }: SystemPlace,
  row: Pick<SystemRow, "kind" | "object_classes">,
  direction: MappingDirection,
  mappings: readonly Mapping[],
): Population {
  return {
    clientId,
    resourceId,
    direction,
    isHr: row.kind === "hr",
    classes: classNames(row.object_classes ?? [], "account"),
    mappings,
    missingAttributes: missingInSystem(row.kind, mappings, row.object_classes),
  };
}

export interface PopulationObject {
  readonly id: string;
  readonly name: string;
  readonly input: MappingInput;
}

/** An account of a page, and what it contained before. */
export interface AccountEntry {
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly now: ObjectContent;
  readonly before: ObjectContent | null;
  /** The identity that owns it; null: none, or the mappings tell. */
  readonly owner: IdentityRow | null;
}

/** @param results of a set with only the mapping that identifies. */
export function externalIdOf([result]: readonly TargetResult[]): string | undefined {
  return result && !result.problem ? result.after[0] : undefined;
}

/** Adds what the identities of accounts contain now. */
export class IdentityLookup {
  readonly #db: Kysely<Database>;
  readonly #population: Population;
  readonly #identifier: Evaluator;

  /** @param off mappings that are switched off from the start. */
  constructor(
    db: Kysely<Database>,
    population: Population,
    limits: EvaluatorLimits = {},
    off: Evaluator["broken"] = new Map(),
  ) {
    this.#db = db;
    this.#population = population;
    const mappings = population.mappings.filter(identifies);
    const { missingAttributes } = population;
    this.#identifier = openEvaluator(
      { mappings, direction: "inbound", multiple: [], held: {}, missingAttributes, off },
      limits,
    );
  }

  get broken(): Evaluator["broken"] {
    return this.#identifier.broken;
  }

  async inputsOf(entries: readonly AccountEntry[]): Promise<MappingInput[]> {
    const { isHr, clientId } = this.#population;
    const inputs = entries.map(({ objectClass, id, now, before, owner }) => ({
      key: owner?.external_id ?? `${objectClass}/${id}`,
      now: accountSource(objectClass, now),
      before: before && accountSource(objectClass, before),
      target: owner ? identityValues(owner) : {},
    }));
    if (!isHr || entries.length === 0) return inputs;
    const results = await this.#identifier.evaluate(inputs);
    const ids = results.map(externalIdOf);
    const rows = await this.#db
      .selectFrom("identities")
      .select(IDENTITY_COLUMNS)
      .where("client_id", "=", clientId)
      .where("external_id", "=", sql<string>`any(${[...new Set(ids)].filter(Boolean)}::text[])`)
      .execute();
    const byId = new Map(rows.map((row) => [row.external_id, identityValues(row)] as const));
    return inputs.map((input, index) => {
      const id = ids[index];
      return id === undefined ? input : { ...input, key: id, target: byId.get(id) ?? {} };
    });
  }

  close(): Promise<void> {
    return this.#identifier.close();
  }
}

interface ObjectRow {
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

interface PageRequest {
  /** Part of the id or the name; empty: all. */
  readonly contains: string;
  readonly size: number;
  /** Of the mapping that tells which person an account describes. */
  readonly limits?: EvaluatorLimits;
}

export function pagesOf(
  db: Kysely<Database>,
  population: Population,
  request: PageRequest,
): AsyncGenerator<readonly PopulationObject[], void, undefined> {
  return population.direction === "inbound"
    ? accountPages(db, population, request)
    : identityPages(db, population, request);
}

/** A literal text as a pattern. */
function pattern(contains: string): string {
  return `%${contains.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Of a system that is not the HR system: the accounts that have an owner; all accounts before any has one. */
async function* accountPages(
  db: Kysely<Database>,
  population: Population,
  { contains, size, limits }: PageRequest,
): AsyncGenerator<readonly PopulationObject[], void, undefined> {
  const { clientId, resourceId, classes, isHr } = population;
  const lookup = new IdentityLookup(db, population, limits);
  const ofOwners = !isHr && (await hasOwners(db, population));
  const like = pattern(contains);
  let after = { objectClass: "", id: "" };
  try {
    for (;;) {
      const { rows } = await sql<ObjectRow & { owner: string | null }>`
        select stored.object_class as "objectClass", stored.object_id as id, stored.name, stored.content,
          ${isHr ? sql`null::uuid` : sql`account.identity_oid`} as owner
        from system_objects stored
        ${
          isHr
            ? sql``
            : sql`left join accounts account on account.client_id = ${clientId}
                and account.resource_id = ${resourceId} and account.name = stored.account_name`
        }
        where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
          and stored.object_class = any(${classes}::text[]) and stored.gone_at is null
          ${ofOwners ? sql`and account.identity_oid is not null` : sql``}
          and (stored.object_class, stored.object_id) > (${after.objectClass}, ${after.id})
          and (${contains} = '' or stored.name ilike ${like} or stored.object_id ilike ${like})
        order by stored.object_class, stored.object_id
        limit ${size}
      `.execute(db);
      const owners = await loadIdentities(
        db,
        clientId,
        rows.map(({ owner }) => owner),
      );
      const inputs = await lookup.inputsOf(
        rows.map((row) => ({
          ...row,
          now: parseContent(row.content),
          before: null,
          owner: row.owner === null ? null : (owners.get(row.owner) ?? null),
        })),
      );
      const page = rows.flatMap(({ id, name }, index) => {
        const input = inputs[index];
        return input ? [{ id, name, input }] : [];
      });
      if (page.length > 0) yield page;
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      after = last;
    }
  } finally {
    await lookup.close();
  }
}

async function loadIdentities(
  db: Kysely<Database>,
  clientId: string,
  oids: readonly (string | null)[],
): Promise<ReadonlyMap<string, IdentityRow>> {
  const known = [...new Set(oids.flatMap((oid) => (oid === null ? [] : [oid])))];
  if (known.length === 0) return new Map();
  const rows = await db
    .selectFrom("identities")
    .select(IDENTITY_COLUMNS)
    .where("client_id", "=", clientId)
    .where("oid", "=", sql<string>`any(${known}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.oid, row]));
}

/** The owners of accounts; all identities before the first import of accounts. */
async function* identityPages(
  db: Kysely<Database>,
  population: Population,
  { contains, size }: PageRequest,
): AsyncGenerator<readonly PopulationObject[], void, undefined> {
  const { clientId } = population;
  const owned = await hasOwners(db, population);
  const like = pattern(contains);
  let after = "";
  for (;;) {
    const { rows } = await sql<IdentityRow & OwnedAccount>`
      select ${sql.join(IDENTITY_COLUMNS.map((column) => sql.ref(`i.${column}`)))},
        owned.name as account, owned.active, owned.object_class as "objectClass", owned.content,
        owned.stored_forms as forms, ${appliedSource(population, sql.ref("owned.name"))} as source
      from identities i
      left join lateral (
        select account.name, account.active, stored.object_class, stored.content, stored.stored_forms
        from ${ownedAccounts(population)} and account.identity_oid = i.oid
        order by stored.object_class nulls last, stored.object_id, account.name limit 1
      ) owned on true
      where i.client_id = ${clientId} and i.external_id > ${after}
        and (not ${owned}::boolean or owned.name is not null)
        and (${contains} = '' or i.external_id ilike ${like} or i.username ilike ${like}
          or i.given_name ilike ${like} or i.family_name ilike ${like})
      order by i.external_id
      limit ${size}
    `.execute(db);
    if (rows.length > 0) yield rows.map(identityObject);
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.external_id;
  }
}

interface OwnedAccount {
  /** Its name; null: the identity has none. */
  readonly account: string | null;
  readonly active: boolean | null;
  readonly objectClass: string | null;
  readonly content: string | null;
  readonly forms: StoredForms | null;
  /** See `appliedSource`. */
  readonly source: string | null;
}

/** Accounts that the system has, as far as is known. Accounts of self-certified systems have no stored object. */
function ownedAccounts({ clientId, resourceId }: Population) {
  return sql`accounts account
    left join lateral (
      select object_class, object_id, content, stored_forms, gone_at from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId} and account_name = account.name
      order by gone_at nulls first, object_class, object_id limit 1
    ) stored on true
    where account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and stored.gone_at is null`;
}

function identityObject(row: IdentityRow & OwnedAccount): PopulationObject {
  const { external_id: id, given_name: givenName, family_name: familyName, username } = row;
  const content = row.content === null ? null : parseContent(row.content);
  const account =
    row.account === null
      ? null
      : {
          objectClass: row.objectClass ?? PLAIN_CLASS,
          attributes: asWritten(content?.attributes ?? {}, row.forms ?? {}),
          active: row.active,
          appliedSource: row.source === null ? null : (JSON.parse(row.source) as ValueRecord),
        };
  const name = personName({ givenName, familyName, username, externalId: id });
  return { id, name, input: outboundInput(row, id, account) };
}

async function hasOwners(
  db: Kysely<Database>,
  { clientId, resourceId }: Population,
): Promise<boolean> {
  const found = await db
    .selectFrom("accounts")
    .select("id")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("identity_oid", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function countPopulation(
  db: Kysely<Database>,
  population: Population,
): Promise<number> {
  const { clientId, resourceId, classes, direction, isHr } = population;
  const hasOwned = await hasOwners(db, population);
  const { rows } =
    direction === "inbound"
      ? await sql<{ count: number }>`
          select count(*) as count from system_objects stored
          where client_id = ${clientId} and resource_id = ${resourceId}
            and object_class = any(${classes}::text[]) and gone_at is null
            and (not ${hasOwned && !isHr}::boolean or exists (
              select from accounts
              where client_id = ${clientId} and resource_id = ${resourceId} and name = stored.account_name
                and identity_oid is not null))`.execute(db)
      : hasOwned
        ? await sql<{ count: number }>`
            select count(distinct account.identity_oid) as count
            from ${ownedAccounts(population)}`.execute(db)
        : await sql<{ count: number }>`
            select count(*) as count from identities where client_id = ${clientId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Of outbound mappings; identities have one value of each field. */
export function multipleTargets(
  population: Pick<Population, "direction">,
  items: readonly { readonly id: string; readonly multiple: boolean }[],
): string[] {
  if (population.direction === "inbound") return [];
  return items.filter(({ multiple }) => multiple).map(({ id }) => id);
}

/** When values of outbound targets are the same, by target. */
export function equalitiesOf(
  { direction }: Pick<Population, "direction">,
  classes: readonly ObjectClass[] | null,
): Record<string, Equality> {
  if (direction === "inbound") return {};
  return Object.fromEntries(
    (classes ?? []).flatMap(({ name: objectClass, role, attributes }) =>
      attributes.flatMap(({ name, equality }) =>
        role !== "account" || equality === undefined
          ? []
          : [[schemaIdOf(objectClass, name), equality] as const],
      ),
    ),
  );
}
