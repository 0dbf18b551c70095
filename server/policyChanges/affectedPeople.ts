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
import { nameRoles, type RoleName } from "./roleNames.ts";

export interface AffectedSelection {
  readonly plan: Plan;
  /** The group in the plan's graph by the oid of each person. */
  readonly groupOf: ReadonlyMap<string, number>;
  readonly contains: string | undefined;
}

export type AffectedRow = Omit<AffectedPerson, "gained" | "lost" | "gainedCount" | "lostCount">;

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
  return { plan, groupOf, contains };
}

export const AFFECTED_PEOPLE: List<AffectedSelection, AffectedRow, string> = {
  table: "identities",
  alias: "i",
  key: ["external_id"],
  scope: ({ plan }) => [sql`i.client_id = ${plan.scope.clientId}`],
  filters: ({ groupOf, contains }) => [
    sql`i.oid = any(${toUuids([...groupOf.keys()])})`,
    ...matchesName(sql`i.search_key`, contains),
  ],
  sorts: { ...PERSON_SORTS, department: byName("department"), externalId: [] },
  defaultOrder: PERSON_ORDER,
  items: ({ plan }): RawBuilder<AffectedRow> => sql`
    select p.position, ${PERSON_COLUMNS}, i.department
    from page p
    join identities i on i.client_id = ${plan.scope.clientId} and i.external_id = p.external_id`,
};

/** What a person gains and loses: names of entitlements, by resource and name. */
export interface PersonChange {
  readonly gained: readonly RoleName[];
  readonly lost: readonly RoleName[];
}

/** Adds what each person gains and loses. */
export async function addChanges(
  db: Kysely<Database>,
  { plan, groupOf }: AffectedSelection,
  people: readonly AffectedRow[],
): Promise<readonly (AffectedRow & PersonChange)[]> {
  const groups = new Map<number, { gained: number[]; lost: number[] }>();
  for (const { oid } of people) groups.set(groupOf.get(oid) ?? -1, { gained: [], lost: [] });
  compareAccess(plan.graph, plan.sources, plan.targets, (group, entitlement, gains) => {
    const changes = groups.get(group);
    if (changes) (gains ? changes.gained : changes.lost).push(entitlement);
  });
  const indexes = new Set([...groups.values()].flatMap(({ gained, lost }) => [...gained, ...lost]));
  const named = await nameRoles(
    db,
    plan.scope.clientId,
    [...indexes].map((index) => plan.entitlements[index] ?? ""),
  );
  const namesOf = (list: readonly number[]) => {
    const oids = new Set(list.map((index) => plan.entitlements[index]));
    return named.filter(({ roleOid }) => oids.has(roleOid));
  };
  const changes = new Map(
    [...groups].map(([group, { gained, lost }]) => [
      group,
      { gained: namesOf(gained), lost: namesOf(lost) },
    ]),
  );
  return people.map((person) => ({
    ...person,
    ...(changes.get(groupOf.get(person.oid) ?? -1) ?? { gained: [], lost: [] }),
  }));
}
