/** The people who gain or lose access by a planned change, and what they gain and lose. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AffectedPeople, AffectedPerson } from "#events/entities/policyChange.ts";
import { compareAccess } from "../access/effect.ts";
import { peopleOf } from "../access/graph.ts";
import type { Database } from "../db/schema.ts";
import { byName, PERSON_COLUMNS, PERSON_ORDER, PERSON_SORTS } from "../directory/personLists.ts";
import type { List } from "../lists/list.ts";
import { matchesName, toUuids } from "../lists/sqlText.ts";
import type { Plan } from "./plan.ts";
import { nameGone, nameRoles, type RoleName } from "./roleNames.ts";

/** Role oids of the entitlements that a person gains and loses. */
export interface RoleChanges {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

export interface AffectedSelection {
  readonly clientId: string;
  /** By the oid of each person: the number of a group that gains and loses the same. */
  readonly groupOf: ReadonlyMap<string, number>;
  readonly contains: string | undefined;
  readonly changesOf: (groups: ReadonlySet<number>) => Promise<ReadonlyMap<number, RoleChanges>>;
}

export type AffectedRow = Omit<AffectedPerson, "gained" | "lost" | "gainedCount" | "lostCount">;

/** The people whom a plan affects. */
export function selectAffected(
  plan: Plan,
  show: AffectedPeople,
  contains: string | undefined,
): AffectedSelection {
  const { graph, effect } = plan;
  const groupOf = new Map<string, number>();
  for (const [group, people] of graph.groups.people.entries()) {
    const gains = (effect.gains[group] ?? 0) > 0 && show !== "losing";
    const loses = (effect.losses[group] ?? 0) > 0 && show !== "gaining";
    if (gains || loses) for (const oid of peopleOf(people)) groupOf.set(oid, group);
  }
  const changesOf = async (groups: ReadonlySet<number>) => {
    const changes = new Map<number, { gained: string[]; lost: string[] }>();
    for (const group of groups) changes.set(group, { gained: [], lost: [] });
    compareAccess(graph, plan.sources, plan.targets, (group, entitlement, gains) => {
      const change = changes.get(group);
      const roleOid = plan.entitlements[entitlement];
      if (change && roleOid) (gains ? change.gained : change.lost).push(roleOid);
    });
    return changes;
  };
  return { clientId: plan.scope.clientId, groupOf, contains, changesOf };
}

export const AFFECTED_PEOPLE: List<AffectedSelection, AffectedRow, string> = {
  table: "identities",
  alias: "i",
  key: ["external_id"],
  scope: ({ clientId }) => [sql`i.client_id = ${clientId}`],
  filters: ({ groupOf, contains }) => [
    sql`i.oid = any(${toUuids([...groupOf.keys()])})`,
    ...matchesName(sql`i.search_key`, contains),
  ],
  sorts: { ...PERSON_SORTS, department: byName("department"), externalId: [] },
  defaultOrder: PERSON_ORDER,
  items: ({ clientId }): RawBuilder<AffectedRow> => sql`
    select p.position, ${PERSON_COLUMNS}, i.department
    from page p
    join identities i on i.client_id = ${clientId} and i.external_id = p.external_id`,
};

/** What a person gains and loses: names of entitlements, by resource and name. */
export interface PersonChange {
  readonly gained: readonly RoleName[];
  readonly lost: readonly RoleName[];
}

/** Adds what each person gains and loses. Entitlements that have left the directory are at the end. */
export async function addChanges(
  db: Kysely<Database>,
  { clientId, groupOf, changesOf }: AffectedSelection,
  people: readonly AffectedRow[],
): Promise<readonly (AffectedRow & PersonChange)[]> {
  const changes = await changesOf(new Set(people.map(({ oid }) => groupOf.get(oid) ?? -1)));
  const roleOids = new Set(
    [...changes.values()].flatMap(({ gained, lost }) => [...gained, ...lost]),
  );
  const known = await nameRoles(db, clientId, [...roleOids]);
  for (const { roleOid } of known) roleOids.delete(roleOid);
  const gone = roleOids.size === 0 ? [] : await nameGone(db, clientId, [...roleOids]);
  for (const { roleOid } of gone) roleOids.delete(roleOid);
  const unknown = [...roleOids].map((roleOid) => ({ roleOid, name: roleOid, resourceName: null }));
  const named: readonly RoleName[] = [...known, ...gone, ...unknown];
  const namesOf = (list: readonly string[]) => {
    const oids = new Set(list);
    return named.filter(({ roleOid }) => oids.has(roleOid));
  };
  const namedChanges = new Map(
    [...changes].map(([group, { gained, lost }]) => [
      group,
      { gained: namesOf(gained), lost: namesOf(lost) },
    ]),
  );
  return people.map((person) => ({
    ...person,
    ...(namedChanges.get(groupOf.get(person.oid) ?? -1) ?? { gained: [], lost: [] }),
  }));
}
