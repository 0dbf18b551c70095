/** Lists the pending changes of one person and the person's accounts: planned changes, tasks, and changes due at a date. */
import { sql } from "kysely";
import { MAX_PENDING, type PendingChange } from "#events/entities/pendingChange.ts";
import type { ProvisionKind } from "#events/entities/provisioning.ts";
import type { TaskAction, TaskChange } from "#events/entities/systemTask.ts";
import type { CallContext } from "../callContext.ts";
import { contentOrEmpty } from "../systems/runs/content.ts";
import { TASK_ENTITLEMENTS } from "../systems/tasks/queries.ts";
import type { Person } from "./access.ts";
import { findMissingPerson } from "./missingPerson.ts";

interface PendingRow {
  readonly kind: PendingChange["kind"];
  readonly action: ProvisionKind | TaskAction;
  readonly account: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly changes: readonly TaskChange[] | null;
  readonly since: Date;
  readonly dueAt: Date | null;
  readonly source: PendingChange["source"]["kind"];
  readonly no: number | null;
  readonly resourceId: string;
  readonly resourceName: string;
}

/** Changes with a due date come first, then those that wait for a decision, by the time at which they were noticed. */
export async function listPending(
  context: Pick<CallContext, "db" | "reply">,
  person: Person,
): Promise<readonly PendingChange[]> {
  const { clientId, identityOid } = person;
  const { rows } = await sql<PendingRow>`
    with pending as (
      select case when c.left_out then 'leftOut' else c.state end as kind, c.kind as action, c.account,
        c.before, c.after, null::jsonb as changes, p.planned_at as since, null::timestamptz as due_at,
        'preview' as source, p.no, c.resource_id
      from provisioning_changes c
      join provisioning_plans p on p.client_id = c.client_id and p.resource_id = c.resource_id
        and p.id = c.plan_id and p.status = 'planned'
      where c.client_id = ${clientId} and c.identity_oid = ${identityOid}
        and c.state in ('planned', 'blocked')
      union all
      select 'task', t.action, t.account, null, null, t.changes, t.created_at, null, 'task', null, t.resource_id
      from system_tasks t
      where t.client_id = ${clientId} and t.identity_oid = ${identityOid} and t.state = 'open'
      union all
      select 'missing', 'remove', a.name, null, null, null, o.gone_at,
        o.gone_at + make_interval(days => (s.published_settings ->> 'graceDays')::integer),
        'run', null, a.resource_id
      from accounts a
      join system_objects o on o.client_id = a.client_id and o.resource_id = a.resource_id
        and o.account_name = a.name and o.gone_at is not null
      join connected_systems s on s.client_id = a.client_id and s.resource_id = a.resource_id
        and s.published_settings is not null
      where a.client_id = ${clientId} and a.identity_oid = ${identityOid}
      union all
      select 'leaving', s.activation ->> 'onLeave', a.name, null, null, null, i.ended_at,
        i.ended_at + make_interval(days => (s.activation ->> 'afterDays')::integer),
        'preview', null, a.resource_id
      from identities i
      join accounts a on a.client_id = i.client_id and a.identity_oid = i.oid
      join connected_systems s on s.client_id = a.client_id and s.resource_id = a.resource_id
        and s.confirmed and s.published_settings is not null
      where i.client_id = ${clientId} and i.oid = ${identityOid} and i.ended_at is not null
        and (s.activation ->> 'onLeave' = 'remove' or s.activation ->> 'onLeave' = 'disable'
          and (a.active or (a.active is null and s.kind = 'manual')))
        and not exists (
          select from provisioning_changes c
          join provisioning_plans p on p.client_id = c.client_id and p.resource_id = c.resource_id
            and p.id = c.plan_id and p.status = 'planned'
          where c.client_id = a.client_id and c.identity_oid = i.oid and c.resource_id = a.resource_id
            and c.account = a.name)
    )
    select p.kind, p.action, p.account, p.before, p.after, p.changes, p.since, p.due_at as "dueAt",
      p.source, p.no, p.resource_id as "resourceId", r.name as "resourceName"
    from pending p
    join resources r on r.client_id = ${clientId} and r.id = p.resource_id
    order by p.due_at, p.since, r.name, p.account, p.action
    limit ${MAX_PENDING}
  `.execute(context.db);
  const ending = await findMissingPerson(context, person);
  return [...(ending ? [ending] : []), ...rows.map(toPending)].slice(0, MAX_PENDING);
}

function toPending(row: PendingRow): PendingChange {
  const { kind, action, account, since, dueAt, source, no, resourceId, resourceName } = row;
  return {
    kind,
    action,
    account,
    ...entitlementsOf(row),
    since: since.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    source: { kind: source, resourceId, resourceName, no },
  };
}

function entitlementsOf({
  before,
  after,
  changes,
}: PendingRow): Pick<PendingChange, "gained" | "lost"> {
  if (changes !== null) {
    const own = changes.filter(({ attribute }) => attribute === TASK_ENTITLEMENTS);
    return {
      gained: own.flatMap(({ add }) => add),
      lost: own.flatMap(({ remove }) => remove),
    };
  }
  return gainedAndLost(before, after);
}

/** What an account gains and loses by a change, whose contents are JSON texts. */
export function gainedAndLost(before: string | null, after: string | null) {
  const old = contentOrEmpty(before).entitlements;
  const now = contentOrEmpty(after).entitlements;
  return {
    gained: now.filter((name) => !old.includes(name)),
    lost: old.filter((name) => !now.includes(name)),
  };
}
