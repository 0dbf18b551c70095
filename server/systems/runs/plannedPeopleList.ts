/** The people whom a plan of an HR system changes, as screens see them. */
import { sql } from "kysely";
import type { PersonHistoryKind } from "#events/entities/identityChange.ts";
import type { PlannedPerson } from "#events/entities/systemRun.ts";
import type { Row } from "../../db/schema.ts";
import type { List } from "../../lists/list.ts";
import { matchesText } from "../../lists/sqlText.ts";
import type { RunPlace } from "./leases.ts";

interface PeopleSelection extends RunPlace {
  readonly kind?: PersonHistoryKind | undefined;
  readonly contains?: string | undefined;
}

type PersonRow = Row<"planned_people">;

export const PLANNED_PEOPLE: List<PeopleSelection, PersonRow, "no"> = {
  table: "planned_people",
  alias: "person",
  key: ["no"],
  scope: ({ clientId, resourceId, oid, kind }) => [
    sql`person.client_id = ${clientId}`,
    sql`person.resource_id = ${resourceId}`,
    sql`person.run_oid = ${oid}`,
    ...(kind === undefined ? [] : [sql`person.kind = ${kind}`]),
  ],
  filters: ({ contains }) => matchesText(sql`person.search_key`, contains),
  sorts: { no: [{ by: sql`person.no` }] },
  defaultOrder: { field: "no", direction: "asc" },
  items: ({ clientId, resourceId, oid }) => sql`
    select p.position, person.* from page p join planned_people person on person.client_id = ${clientId}
      and person.resource_id = ${resourceId} and person.run_oid = ${oid} and person.no = p.no`,
};

export function toPlannedPerson(row: PersonRow): PlannedPerson {
  return {
    no: row.no,
    kind: row.kind,
    externalId: row.external_id,
    name: row.name,
    before: JSON.parse(row.before) as PlannedPerson["before"],
    after: JSON.parse(row.after) as PlannedPerson["after"],
  };
}
