/** What depends on the people and orgs that a run of an HR system changed. */
import { sql, type RawBuilder, type Transaction } from "kysely";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { Database, Row } from "../../db/schema.ts";
import { personName } from "../../directory/personName.ts";
import { isManagerOf, PERSON_USES } from "../../directory/personUses.ts";
import { PERSON_STATE } from "../../import/personState.ts";
import { ApiError } from "../../plugins/errors.ts";

const USES = ["accounts", "roles", "others", "managers"] as const;
type Use = (typeof USES)[number];

const USE_TEXTS: Readonly<Record<Use, Message>> = {
  accounts: message("systemRuns.usedByAccounts"),
  roles: message("systemRuns.usedByRoles"),
  others: message("systemRuns.usedByOthers"),
  managers: message("systemRuns.usedAsManagers"),
};

/** Of the table alias `person`: somebody whom the run did not change has the person as manager. */
function isManager({ client_id, resource_id, oid }: Row<"system_runs">): RawBuilder<boolean> {
  return isManagerOf(
    client_id,
    sql`not exists (
      select from system_run_people own
      where own.client_id = ${client_id} and own.resource_id = ${resource_id} and own.run_oid = ${oid}
        and own.identity_oid = report.oid)`,
  );
}

/** Of the table alias `org`: whether something besides the run of the row `kept` needs the org. */
export const IS_ORG_USED = sql<boolean>`(
  org.version > 1
  or exists (
    select from identity_orgs member where member.client_id = org.client_id and member.org_oid = org.oid
      and not exists (
        select from system_run_people own where own.client_id = kept.client_id
          and own.resource_id = kept.resource_id and own.run_oid = kept.run_oid
          and own.identity_oid = member.identity_oid))
  or exists (select from orgs child where child.client_id = org.client_id and child.parent_oid = org.oid)
  or exists (select from inducements i where i.client_id = org.client_id and i.org_oid = org.oid))`;

/** Of the table alias `org`: the undo of a later run would return people to the org. */
function isLeftLater({ client_id, resource_id, no }: Row<"system_runs">): RawBuilder<boolean> {
  return sql`org.oid in (
    select jsonb_array_elements_text(later.former -> 'orgs')::uuid
    from system_runs run
    join system_run_people later on later.client_id = run.client_id and later.resource_id = run.resource_id
      and later.run_oid = run.oid
    where run.client_id = ${client_id} and run.resource_id = ${resource_id} and run.no > ${no}
      and run.status = 'done')`;
}

/** @throws ApiError ECONFLICT that names what depends on the run. */
export async function requireIndependentPeople(
  tx: Transaction<Database>,
  run: Row<"system_runs">,
): Promise<void> {
  await requireUnchanged(tx, run);
  await requireUnused(tx, run);
  await requireUnusedOrgs(tx, run);
}

function ofRun({ client_id, resource_id, oid }: Row<"system_runs">): RawBuilder<boolean> {
  return sql`kept.client_id = ${client_id} and kept.resource_id = ${resource_id} and kept.run_oid = ${oid}`;
}

interface Found {
  readonly name: string;
  readonly count: number;
}

/** @throws ApiError ECONFLICT with the first that was found, and the number of all. */
function requireNone([first]: readonly Found[], refusal: (first: Found) => Message): void {
  if (first) throw new ApiError("ECONFLICT", refusal(first));
}

/** People whom a file or a user has changed, or another undo has removed, since the run. */
async function requireUnchanged(tx: Transaction<Database>, run: Row<"system_runs">): Promise<void> {
  const { rows } = await sql<Found>`
    select coalesce(${personName("person")}, kept.former ->> 'externalId', '–') as name, count(*) over () as count
    from system_run_people kept
    left join identities person on person.client_id = kept.client_id and person.oid = kept.identity_oid
    where ${ofRun(run)} and (person.oid is null or md5(${PERSON_STATE}::text) <> kept.written)
    order by kept.identity_oid limit 1
  `.execute(tx);
  requireNone(rows, (first) => message("systemRuns.peopleChanged", first));
}

async function requireUnused(tx: Transaction<Database>, run: Row<"system_runs">): Promise<void> {
  for (const use of USES) {
    const { rows } = await sql<Found>`
      select ${personName("person")} as name, count(*) over () as count
      from system_run_people kept
      join identities person on person.client_id = kept.client_id and person.oid = kept.identity_oid
      where ${ofRun(run)} and kept.former is null and ${use === "managers" ? isManager(run) : PERSON_USES[use]}
      order by kept.identity_oid limit 1
    `.execute(tx);
    requireNone(rows, (first) =>
      message("systemRuns.peopleUsed", { ...first, use: USE_TEXTS[use] }),
    );
  }
}

async function requireUnusedOrgs(
  tx: Transaction<Database>,
  run: Row<"system_runs">,
): Promise<void> {
  const { rows } = await sql<Found>`
    select org.display_name as name, count(*) over () as count
    from system_run_orgs kept
    join orgs org on org.client_id = kept.client_id and org.oid = kept.org_oid
    where ${ofRun(run)} and (${IS_ORG_USED} or ${isLeftLater(run)})
    order by org.display_name limit 1
  `.execute(tx);
  requireNone(rows, (first) => message("systemRuns.orgsUsed", first));
}
