/** The results of a simulation as a list. */
import { sql } from "kysely";
import type { CorrelationResult, ResultKind } from "#events/entities/correlation.ts";
import { personName } from "../directory/personName.ts";
import type { List } from "../lists/list.ts";
import { matchesText } from "../lists/sqlText.ts";
import { IS_DECIDED, type SimulationPlace } from "./queries.ts";

export interface ResultSelection extends SimulationPlace {
  readonly kind?: ResultKind | undefined;
  readonly contains?: string | undefined;
}

/** Accounts that people have decided about since are left out. */
export const RESULTS: List<ResultSelection, CorrelationResult, "no"> = {
  table: "correlation_results",
  alias: "result",
  key: ["no"],
  scope: ({ clientId, resourceId, oid, kind }) => [
    sql`result.client_id = ${clientId}`,
    sql`result.resource_id = ${resourceId}`,
    sql`result.simulation_oid = ${oid}`,
    ...(kind === undefined ? [] : [sql`result.kind = ${kind}`]),
  ],
  filters: ({ contains }) => [
    sql`not ${IS_DECIDED}`,
    ...matchesText(sql`result.search_key`, contains),
  ],
  sorts: { no: [{ by: sql`result.no` }] },
  defaultOrder: { field: "no", direction: "asc" },
  items: ({ clientId, resourceId, oid }) => sql`
    select p.position, result.no, result.kind, result.object_class as "objectClass",
      result.object_id as "objectId", result.name, result.entry_values as values,
      coalesce((
        select jsonb_agg(candidate || jsonb_build_object('username', nullif(person.username, ''),
            'jobTitle', nullif(person.job_title, ''), 'department', nullif(person.department, ''))
          order by at)
        from jsonb_array_elements(result.candidates) with ordinality as listed (candidate, at)
        left join identities person on person.client_id = result.client_id
          and person.oid = (candidate ->> 'identityOid')::uuid
        where not exists (select from correlation_decisions d
          where d.client_id = result.client_id and d.resource_id = result.resource_id
            and d.object_class = result.object_class and d.object_id = result.object_id
            and d.decision = 'different' and d.identity_oid = (candidate ->> 'identityOid')::uuid)
      ), '[]') as candidates,
      ${personName("i")} as owner
    from page p join correlation_results result on result.client_id = ${clientId}
      and result.resource_id = ${resourceId} and result.simulation_oid = ${oid} and result.no = p.no
    left join identities i on i.client_id = ${clientId} and i.oid = result.former_oid`,
};

/** The columns of the file. */
export const RESULT_COLUMNS: Readonly<Record<string, (result: CorrelationResult) => string>> = {
  account: ({ name }) => name,
  result: ({ kind }) => kind,
  owner: ({ owner }) => owner ?? "",
  candidates: ({ candidates }) => candidates.map(({ name }) => name).join("; "),
  probability: ({ candidates: [best] }) => (best ? best.probability.toFixed(4) : ""),
};
