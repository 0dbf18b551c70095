/** Adds and updates the identities of the file, and assigns them to their orgs. */
import { randomUUID } from "node:crypto";
import { Batch, chunksOf } from "./batch.ts";
import {
  adoptIdentities,
  deleteMemberships,
  findIdentities,
  insertIdentities,
  insertMemberships,
  updateIdentities,
  type FoundIdentity,
  type IdentityRow,
  type Leaving,
  type Membership,
} from "./identityTable.ts";
import { hrFieldsOf, type HrAuthority } from "./hrAuthority.ts";
import {
  countPeople,
  hasPeople,
  historyOf,
  insertHistory,
  isOtherSystem,
  type HistoryRow,
} from "./personHistory.ts";
import type { OrgOids } from "./orgStage.ts";
import { ORG_FIELDS, planIdentity, type IdentityPlan } from "./planIdentity.ts";
import type { IdentityTable } from "./readIdentities.ts";
import type { Stage } from "./stage.ts";

/** The identity's oid by external id. */
export type IdentityOids = Map<string, string>;

/**
 * @param oids is filled with all identities of the table.
 * @returns the external ids of people whose HR system sets values that the file would change. They stay.
 */
export async function importIdentities(
  stage: Stage,
  table: IdentityTable,
  orgOids: OrgOids,
  oids: IdentityOids,
  hr: HrAuthority | null,
): Promise<readonly string[]> {
  const { tx, clientId, origin, changes } = stage;
  const kept: string[] = [];
  const added: string[] = [];
  const existingPeople = stage.isNewClient ? 0 : await countPeople(tx, clientId);
  stage.counts.identities.existing = existingPeople;
  const isFirst = stage.isNewClient || !(await hasPeople(tx, clientId));
  const history = new Batch<HistoryRow>((rows) => insertHistory(tx, clientId, origin, rows));
  const inserts = new Batch<IdentityRow>((rows) => insertIdentities(tx, clientId, rows));
  const updates = new Batch<IdentityRow>((rows) => updateIdentities(tx, clientId, rows));
  for (const chunk of chunksOf(table.ids)) {
    const existing: ReadonlyMap<string, FoundIdentity> = stage.isNewClient
      ? new Map()
      : await findIdentities(tx, clientId, chunk);
    const leaving: Leaving[] = [];
    const joining: Membership[] = [];
    const planned = chunk.map((externalId) => {
      const at = table.indexes.get(externalId) ?? 0;
      const row = table.rows[at] ?? [];
      const found = existing.get(externalId);
      const stored = found?.identity ?? null;
      const plan = planIdentity(table, externalId, row, stored, hrFieldsOf(hr, at));
      // A file does not bring back a person who has left according to the HR system.
      const staysEnded = found?.ended === true && hr?.left[at] === 1;
      return { externalId, row, found, staysEnded, oid: found?.oid ?? randomUUID(), plan };
    });
    await changes?.updatePeople(
      planned.flatMap(({ found, staysEnded, oid, plan }) =>
        found && (plan.change !== "unchanged" || (found.ended && !staysEnded) || found.byHand)
          ? [oid]
          : [],
      ),
    );
    for (const { externalId, row, found, staysEnded, oid, plan } of planned) {
      oids.set(externalId, oid);
      if (plan.keepsHr || staysEnded) kept.push(externalId);
      if (changes && !found) added.push(oid);
      stage.counts.identities[plan.change]++;
      if (found?.ended === false && plan.rewrites) stage.counts.identities.rewritten++;
      if (plan.change !== "unchanged") stage.digest?.add("person", plan.identity);
      if (!stage.write) continue;
      const event = isFirst
        ? null
        : historyOf(
            oid,
            plan,
            found && { ...found, ended: found.ended && !staysEnded },
            isOtherSystem(origin),
          );
      if (event) await history.add(event, 400);
      if (plan.change === "unchanged") continue;
      const weight = row.reduce((sum, value) => sum + (value?.length ?? 0), 200);
      await (found ? updates : inserts).add({ oid, identity: plan.identity }, weight);
      for (const type of found ? plan.movedIn : []) leaving.push({ identityOid: oid, type });
      joining.push(...membershipsOf(plan, oid, orgOids));
    }
    if (stage.write && existing.size > 0 && !isOtherSystem(origin)) {
      const adopted = planned.filter(({ found, staysEnded }) => found && !staysEnded);
      await adoptIdentities(
        tx,
        clientId,
        adopted.map(({ externalId }) => externalId),
      );
    }
    await deleteMemberships(tx, clientId, leaving);
    await insertMemberships(tx, clientId, joining);
  }
  await inserts.flush();
  await updates.flush();
  await history.flush();
  await changes?.added("person", added);
  await changes?.completePeople();
  return kept;
}

function membershipsOf(plan: IdentityPlan, identityOid: string, orgOids: OrgOids): Membership[] {
  const memberships: Membership[] = [];
  for (const [field, type] of ORG_FIELDS) {
    const name = plan.identity.fields[field];
    if (name === null || !plan.movedIn.includes(type)) continue;
    const orgOid = orgOids[type].get(name);
    if (orgOid === undefined) throw new Error(`The org ${name} of the import is missing`);
    memberships.push({ identityOid, orgOid });
  }
  return memberships;
}
