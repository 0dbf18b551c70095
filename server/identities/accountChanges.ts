/** Reads the changes of a person's accounts by imports, previews, tasks and decisions, and those of the person by imports. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountChangeKind, IdentityChange } from "#events/entities/identityChange.ts";
import type { ProvisionKind } from "#events/entities/provisioning.ts";
import type { RunChange } from "#events/entities/systemRun.ts";
import { changedFields } from "../audit/queries.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { contentOrEmpty } from "../systems/runs/content.ts";
import type { Person } from "./access.ts";

/** Where the details of a change are. */
export const ACCOUNT_ORIGINS = ["person", "run", "preview", "task", "settled", "decision"] as const;
export type AccountOrigin = (typeof ACCOUNT_ORIGINS)[number];

/** A derived id, unique for the parts. */
const idOf = (...parts: RawBuilder<unknown>[]) =>
  sql`md5(concat_ws(':', ${sql.join(parts)}))::uuid`;

/** Rows of at, id, origin, resource_id, ref and no, one per change. */
export const accountEvents = ({ clientId, identityOid }: Person): RawBuilder<unknown> => sql`
  select h.at, h.id, 'person' as origin, h.resource_id, h.run_oid as ref, null::integer as no
  from person_history h where h.client_id = ${clientId} and h.identity_oid = ${identityOid}
  union all
  select run.ended_at, ${idOf(sql`e.run_oid`, sql`e.no`)}, 'run', e.resource_id, e.run_oid, e.no
  from system_run_entries e
  join system_runs run on run.client_id = e.client_id and run.resource_id = e.resource_id
    and run.oid = e.run_oid and run.status in ('done', 'undone')
  where e.client_id = ${clientId} and e.identity_oid = ${identityOid}
  union all
  select c.ended_at, ${idOf(sql`c.plan_id`, sql`c.no`)}, 'preview', c.resource_id, c.plan_id, c.no
  from provisioning_changes c
  where c.client_id = ${clientId} and c.identity_oid = ${identityOid} and c.state = 'applied'
    and c.task_id is null and c.ended_at is not null
  union all
  select t.created_at, t.id, 'task', t.resource_id, t.id, null from system_tasks t
  where t.client_id = ${clientId} and t.identity_oid = ${identityOid}
  union all
  select t.settled_at, ${idOf(sql`t.id`, sql`'settled'`)}, 'settled', t.resource_id, t.id, null
  from system_tasks t
  where t.client_id = ${clientId} and t.identity_oid = ${identityOid} and t.settled_at is not null
  union all
  select d.decided_at, d.id, 'decision', d.resource_id, d.id, null from correlation_decisions d
  where d.client_id = ${clientId} and d.identity_oid = ${identityOid} and d.decision in ('link', 'create')`;

export interface AccountRef {
  readonly id: string;
  readonly at: Date;
  readonly origin: AccountOrigin;
  readonly resourceId: string | null;
  readonly ref: string | null;
  readonly no: number | null;
}

interface DetailRow {
  readonly id: string;
  readonly actor: string;
  /** The kind of the person's change, the change of the run, the kind of the preview, or the task's action. */
  readonly what: string;
  readonly state: string | null;
  readonly account: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly resourceName: string | null;
  readonly no: number | null;
}

/** @returns the changes by id. */
export async function loadAccountChanges(
  db: Kysely<Database>,
  { clientId, identityOid }: Person,
  refs: readonly AccountRef[],
): Promise<ReadonlyMap<string, IdentityChange>> {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<DetailRow>`
    with page as (
      select * from unnest(
        ${refs.map(({ id }) => id)}::uuid[],
        ${refs.map(({ origin }) => origin)}::text[],
        ${refs.map(({ resourceId }) => resourceId)}::uuid[],
        ${refs.map(({ ref }) => ref)}::uuid[],
        ${refs.map(({ no }) => no)}::integer[]
      ) as item (id, origin, resource_id, ref, no)
    )
    select p.id, coalesce(
        h.actor, run.decided_by, run.actor, plan.approved_by, plan.actor, d.decided_by,
        case when p.origin = 'settled' then t.settled_by else t.created_by end) as actor,
      coalesce(h.kind, e.change, c.kind, t.action, d.decision) as what, t.state,
      coalesce(e.name, c.account, t.account, d.name) as account,
      coalesce(h.before::text, e.before, c.before) as before,
      coalesce(h.after::text, e.after, c.after) as after,
      r.name as "resourceName", coalesce(source.no, run.no, plan.no) as no
    from page p
    left join resources r on r.client_id = ${clientId} and r.id = p.resource_id
    left join person_history h on p.origin = 'person' and h.client_id = ${clientId}
      and h.identity_oid = ${identityOid} and h.id = p.id
    left join system_runs source on p.origin = 'person' and source.client_id = ${clientId}
      and source.resource_id = p.resource_id and source.oid = p.ref
    left join system_run_entries e on p.origin = 'run' and e.client_id = ${clientId}
      and e.resource_id = p.resource_id and e.run_oid = p.ref and e.no = p.no
    left join system_runs run on p.origin = 'run' and run.client_id = ${clientId}
      and run.resource_id = p.resource_id and run.oid = p.ref
    left join provisioning_changes c on p.origin = 'preview' and c.client_id = ${clientId}
      and c.resource_id = p.resource_id and c.plan_id = p.ref and c.no = p.no
    left join provisioning_plans plan on p.origin = 'preview' and plan.client_id = ${clientId}
      and plan.resource_id = p.resource_id and plan.id = p.ref
    left join system_tasks t on p.origin in ('task', 'settled') and t.client_id = ${clientId}
      and t.resource_id = p.resource_id and t.id = p.ref
    left join correlation_decisions d on p.origin = 'decision' and d.client_id = ${clientId}
      and d.resource_id = p.resource_id and d.id = p.ref
  `.execute(db);
  const details = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    refs.flatMap((ref) => {
      const detail = details.get(ref.id);
      return detail ? [[ref.id, toChange(ref, detail)] as const] : [];
    }),
  );
}

function toChange(ref: AccountRef, row: DetailRow): IdentityChange {
  const { id, at, origin, resourceId } = ref;
  const kind = origin === "settled" ? "task" : origin === "person" ? "run" : origin;
  return {
    id,
    at: at.toISOString(),
    actor: row.actor,
    subject: row.account,
    ...meaningOf(origin, row),
    ...(resourceId !== null &&
      row.resourceName !== null && {
        source: { kind, resourceId, resourceName: row.resourceName, no: row.no },
      }),
  };
}

const RUN_KINDS: Readonly<Record<Exclude<RunChange, "changed">, AccountChangeKind>> = {
  added: "accountFound",
  renamed: "accountRenamed",
  gone: "accountMissing",
  returned: "accountReturned",
  removed: "accountRemoved",
};
const PREVIEW_KINDS: Readonly<Record<ProvisionKind, AccountChangeKind>> = {
  create: "accountCreated",
  change: "accountChanged",
  grant: "accessGained",
  revoke: "accessLost",
  enable: "accountEnabled",
  disable: "accountDisabled",
  remove: "accountDeleted",
};

function meaningOf(
  origin: AccountOrigin,
  { what, state, before, after }: DetailRow,
): Pick<IdentityChange, "kind" | "fields"> {
  switch (origin) {
    case "person":
      return {
        kind: what as IdentityChange["kind"],
        fields: changedFields(valueOf(before), valueOf(after)),
      };
    case "run": {
      const content = differenceOf(before, after);
      const change = what as RunChange;
      return {
        kind:
          exclusionKind(before, after) ??
          (change === "changed" ? kindOfContent(content) : RUN_KINDS[change]),
        fields: fieldsOf(content),
      };
    }
    case "preview":
      return {
        kind: PREVIEW_KINDS[what as ProvisionKind],
        fields: fieldsOf(differenceOf(before, after)),
      };
    case "task":
      return { kind: "taskAdded", fields: changedFields(null, { action: what }) };
    case "settled":
      return {
        kind: state === "attested" ? "taskAttested" : "taskWithdrawn",
        fields: changedFields(null, { action: what }),
      };
    case "decision":
      return { kind: "accountLinked", fields: [] };
  }
}

function exclusionKind(before: string | null, after: string | null): AccountChangeKind | null {
  if (after === null) return null;
  const [was, is] = [before, after].map((text) => contentOrEmpty(text).excluded === true);
  if (was === is) return null;
  return is ? "accountExcluded" : "accountIncluded";
}

function valueOf(text: string | null): JsonValue {
  return text === null ? null : (JSON.parse(text) as JsonValue);
}

interface Difference {
  readonly wasActive: boolean | null;
  readonly isActive: boolean | null;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Names of attributes. Their values may be for administrators of the system only. */
  readonly attributes: readonly string[];
}

function differenceOf(before: string | null, after: string | null): Difference {
  const old = contentOrEmpty(before);
  const now = contentOrEmpty(after);
  const names = [...new Set([...Object.keys(old.attributes), ...Object.keys(now.attributes)])];
  return {
    wasActive: old.active,
    isActive: now.active,
    gained: now.entitlements.filter((one) => !old.entitlements.includes(one)),
    lost: old.entitlements.filter((one) => !now.entitlements.includes(one)),
    attributes: names
      .filter((name) => old.attributes[name]?.join("\n") !== now.attributes[name]?.join("\n"))
      .toSorted(),
  };
}

function kindOfContent({ wasActive, isActive, gained, lost }: Difference): AccountChangeKind {
  if (wasActive !== false && isActive === false) return "accountDisabled";
  if (wasActive === false && isActive === true) return "accountEnabled";
  if (gained.length > 0 && lost.length === 0) return "accessGained";
  return lost.length > 0 && gained.length === 0 ? "accessLost" : "accountChanged";
}

function fieldsOf({ wasActive, isActive, gained, lost, attributes }: Difference) {
  const active = (value: boolean | null): Record<string, string> =>
    value === null ? {} : { active: String(value) };
  return changedFields(active(wasActive), {
    ...active(isActive),
    ...(gained.length > 0 && { added: gained.join(", ") }),
    ...(lost.length > 0 && { removed: lost.join(", ") }),
    ...(attributes.length > 0 && { attributes: attributes.join(", ") }),
  });
}
