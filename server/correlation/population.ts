/** The people and the accounts that a correlation compares. */
import { sql, type Kysely } from "kysely";
import type { CorrelationRule } from "#events/entities/correlation.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import type { Database } from "../db/schema.ts";
import { objectKey, parseContent } from "../systems/runs/content.ts";
import { requireSystem, type SystemPlace } from "../systems/queries.ts";
import { Matcher } from "./engine/matcher.ts";
import { accountText, optionsOf, PERSON_COLUMNS, personText, shownName } from "./texts.ts";

const PEOPLE_ROWS = 5000;
const ACCOUNT_ROWS = 2000;

export interface People {
  readonly matcher: Matcher;
  /** By person of the matcher. */
  readonly oids: readonly string[];
  readonly externalIds: readonly string[];
  readonly names: readonly string[];
  /** By person: their texts, by rule. */
  textsOf(person: number): readonly string[];
}

export async function loadPeople(
  db: Kysely<Database>,
  clientId: string,
  rules: readonly CorrelationRule[],
): Promise<People> {
  const matcher = new Matcher(rules.map(optionsOf));
  const oids: string[] = [];
  const externalIds: string[] = [];
  const names: string[] = [];
  const texts: (readonly string[])[] = [];
  let after = "";
  for (;;) {
    const rows = await db
      .selectFrom("identities")
      .select(PERSON_COLUMNS)
      .where("client_id", "=", clientId)
      .where("external_id", ">", after)
      .orderBy("external_id")
      .limit(PEOPLE_ROWS)
      .execute();
    for (const row of rows) {
      const compared = rules.map(({ midpointUserFieldId }) => personText(row, midpointUserFieldId));
      matcher.addPerson(compared);
      oids.push(row.oid);
      externalIds.push(row.external_id);
      names.push(shownName(row));
      texts.push(compared);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PEOPLE_ROWS) break;
    after = last.external_id;
  }
  matcher.finishPeople();
  return { matcher, oids, externalIds, names, textsOf: (person) => texts[person] ?? [] };
}

export interface ComparedAccount {
  readonly objectClass: string;
  readonly id: string;
  /** In `accounts`. */
  readonly name: string;
  readonly ownerOid: string | null;
  /** By rule. */
  readonly texts: readonly string[];
}

/**
 * The present accounts of a resource, page by page.
 *
 * @param every only about each nth account.
 */
export async function* accountPages(
  db: Kysely<Database>,
  place: SystemPlace,
  rules: readonly CorrelationRule[],
  every = 1,
): AsyncGenerator<readonly ComparedAccount[], void, undefined> {
  const { clientId, resourceId } = place;
  const { object_classes: found } = await requireSystem(db, place);
  const classes = classNames(found ?? [], "account");
  let after = { objectClass: "", id: "" };
  for (;;) {
    const { rows } = await sql<{
      objectClass: string;
      id: string;
      name: string;
      ownerOid: string | null;
      content: string;
    }>`
      select stored.object_class as "objectClass", stored.object_id as id, account.name,
        account.identity_oid as "ownerOid", stored.content
      from system_objects stored
      join accounts account on account.client_id = ${clientId} and account.resource_id = ${resourceId}
        and account.name = stored.account_name
      where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
        and stored.object_class = any(${classes}::text[]) and stored.gone_at is null
        and (stored.object_class, stored.object_id) > (${after.objectClass}, ${after.id})
        and (${every} = 1 or hashtext(stored.object_id) % ${every} = 0)
      order by stored.object_class, stored.object_id
      limit ${ACCOUNT_ROWS}
    `.execute(db);
    yield rows.map(({ content, ...account }) => {
      const parsed = parseContent(content);
      return { ...account, texts: rules.map((rule) => accountText(parsed, rule)) };
    });
    const last = rows.at(-1);
    if (!last || rows.length < ACCOUNT_ROWS) return;
    after = last;
  }
}

export interface Decided {
  /** Accounts whose owner a person has decided: the oid, or null for nobody. */
  readonly owners: ReadonlyMap<string, string | null>;
  /** By account: people who are not the owner. */
  readonly others: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function loadDecided(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<Decided> {
  const rows = await db
    .selectFrom("correlation_decisions")
    .select(["object_class as objectClass", "object_id as id", "decision", "identity_oid as oid"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
  const owners = new Map<string, string | null>();
  const others = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = objectKey(row);
    if (row.decision !== "different") owners.set(key, row.oid);
    else if (row.oid !== null) others.set(key, (others.get(key) ?? new Set()).add(row.oid));
  }
  return { owners, others };
}

/** For `Matcher.match`: people who are not the owner of an account. */
export function exclusionOf(
  { others }: Decided,
  { oids }: Pick<People, "oids">,
  key: string,
): ((person: number) => boolean) | undefined {
  const excluded = others.get(key);
  return excluded && ((person) => excluded.has(oids[person] ?? ""));
}
