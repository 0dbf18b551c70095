/** Takes back what an import did to people. */
import { sql, type Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import type { FormerPerson } from "../db/systemTables.ts";
import { listedRows } from "../db/listedKeys.ts";
import { toUuids } from "../lists/sqlText.ts";
import { updateIdentities } from "./identityTable.ts";
import { historyOf, insertHistory, isOtherSystem, type HistoryOrigin } from "./personHistory.ts";

export interface ChangedPerson {
  readonly oid: string;
  /** What the person becomes again. */
  readonly former: FormerPerson;
  readonly present: FormerPerson;
}

/** Also records it in the history of these people. */
export async function restoreIdentities(
  tx: Transaction<Database>,
  clientId: string,
  origin: HistoryOrigin,
  people: readonly ChangedPerson[],
): Promise<void> {
  if (people.length === 0) return;
  await updateIdentities(
    tx,
    clientId,
    people.map(({ oid, former }) => ({ oid, identity: former })),
  );
  await sql`
    update identities set by_hand = item.by_hand,
      ended_at = to_timestamp(item.ended_at::double precision / 1000), version = identities.version + 1
    from ${listedRows(people, {
      oid: ["uuid", ({ oid }) => oid],
      by_hand: ["boolean", ({ former }) => former.byHand],
      ended_at: ["text", ({ former }) => former.endedAt?.toString() ?? null],
    })}
    where identities.client_id = ${clientId} and identities.oid = item.oid
  `.execute(tx);
  await leaveOrgs(
    tx,
    clientId,
    people.map(({ oid }) => oid),
  );
  const memberships = people.flatMap(({ oid, former }) => former.orgs.map((org) => ({ oid, org })));
  await sql`
    insert into identity_orgs (client_id, org_oid, identity_oid)
    select org.client_id, org.oid, item.oid
    from ${listedRows(memberships, {
      oid: ["uuid", ({ oid }) => oid],
      org: ["uuid", ({ org }) => org],
    })}
    join orgs org on org.client_id = ${clientId} and org.oid = item.org
  `.execute(tx);
  const history = people.flatMap(({ oid, former, present }) => {
    const was = { identity: present, ended: present.endedAt !== null };
    const event = historyOf(oid, { identity: former }, was, isOtherSystem(origin));
    if (former.endedAt === null || present.endedAt !== null) return event ?? [];
    return [{ identityOid: oid, before: {}, after: {}, ...event, kind: "left" as const }];
  });
  await insertHistory(tx, clientId, origin, history);
}

async function leaveOrgs(
  tx: Transaction<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<void> {
  await sql`
    delete from identity_orgs where client_id = ${clientId} and identity_oid = any(${toUuids(oids)})
  `.execute(tx);
}

/** People whom nothing refers to. */
export async function removeIdentities(
  tx: Transaction<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<void> {
  if (oids.length === 0) return;
  await leaveOrgs(tx, clientId, oids);
  await sql`
    delete from person_history where client_id = ${clientId} and identity_oid = any(${toUuids(oids)})
  `.execute(tx);
  await sql`delete from identities where client_id = ${clientId} and oid = any(${toUuids(oids)})`.execute(
    tx,
  );
}
