/** Records the people who joined, moved, changed or returned by an import. `endedPeople.ts` records those who left. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { PersonHistoryKind } from "#events/entities/identityChange.ts";
import { EXTENSION } from "#events/rules/mappings/fields.ts";
import { isSecretAttribute } from "#events/rules/provisioning.ts";
import type { Database } from "../db/schema.ts";
import { IDENTITY_FIELDS } from "./columns.ts";
import { ORG_FIELDS, type IdentityPlan, type StoredIdentity } from "./planIdentity.ts";

/** The import that changes people. */
export interface HistoryOrigin {
  readonly at: Date;
  /** Username, or system. */
  readonly actor: string;
  /**
   * The run of a system; null: tables were imported. A system other than the HR system sets fields of known people. It
   * neither adopts nor revives them, and the history also names their additional attributes.
   */
  readonly run: {
    readonly resourceId: string;
    readonly oid: string;
    readonly isHr: boolean;
  } | null;
}

type Values = Readonly<Record<string, string>>;

export interface HistoryRow {
  readonly identityOid: string;
  readonly kind: PersonHistoryKind;
  /** The fields that differ. */
  readonly before: Values;
  readonly after: Values;
}

interface FormerPerson {
  readonly identity: StoredIdentity;
  readonly ended: boolean;
}

/**
 * @param former undefined for a person who is new.
 * @param withAttributes whether additional attributes count, except secret ones.
 * @returns null if nothing that counts has changed.
 */
export function historyOf(
  identityOid: string,
  plan: Pick<IdentityPlan, "identity">,
  former: FormerPerson | undefined,
  withAttributes = false,
): HistoryRow | null {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  const compare = (field: string, old: string | null, now: string | null) => {
    if (old === now) return;
    if (old !== null) before[field] = old;
    if (now !== null) after[field] = now;
  };
  for (const field of IDENTITY_FIELDS) {
    compare(field, former?.identity.fields[field] ?? null, plan.identity.fields[field]);
  }
  if (withAttributes) {
    const [old, now] = [former?.identity.attributes ?? {}, plan.identity.attributes];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (isSecretAttribute(name)) continue;
      compare(EXTENSION + name, valueOf(old, name), valueOf(now, name));
    }
  }
  const row = (kind: PersonHistoryKind) => ({ identityOid, kind, before, after });
  if (!former) return row("joined");
  if (former.ended) return row("returned");
  if (Object.keys(before).length + Object.keys(after).length === 0) return null;
  return row(ORG_FIELDS.some(([field]) => field in before || field in after) ? "moved" : "changed");
}

function valueOf(attributes: Values, name: string): string | null {
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null;
}

/** Whether a system other than the HR system sets fields of people. */
export function isOtherSystem({ run }: HistoryOrigin): boolean {
  return run !== null && !run.isHr;
}

export async function insertHistory(
  tx: Transaction<Database>,
  clientId: string,
  { at, actor, run }: HistoryOrigin,
  rows: readonly HistoryRow[],
): Promise<void> {
  await sql`
    insert into person_history (
      client_id, identity_oid, id, at, kind, before, after, resource_id, run_oid, actor
    )
    select ${clientId}::uuid, item.identity_oid, item.id, ${at}, item.kind, item.before::jsonb, item.after::jsonb,
      ${run?.resourceId ?? null}::uuid, ${run?.oid ?? null}::uuid, ${actor}
    from unnest(
      ${rows.map((row) => row.identityOid)}::uuid[],
      ${rows.map(() => randomUUID())}::uuid[],
      ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ before }) => JSON.stringify(before))}::text[],
      ${rows.map(({ after }) => JSON.stringify(after))}::text[]
    ) as item (identity_oid, id, kind, before, after)
  `.execute(tx);
}

/** People of the client who have not left. */
export async function countPeople(tx: Kysely<Database>, clientId: string): Promise<number> {
  const { people } = await tx
    .selectFrom("identities")
    .select((eb) => eb.fn.countAll<number>().as("people"))
    .where("client_id", "=", clientId)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(people);
}

/** Whether the client has people. The first import records no history, because its people did not join on that day. */
export async function hasPeople(tx: Transaction<Database>, clientId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("identities")
    .select("oid")
    .where("client_id", "=", clientId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
