/** What the plans of HR systems that wait for a decision make of people; and runs whose plan waits in any case. */
import type { Migration } from "../migration.ts";

export const plannedPeople: Migration = {
  name: "0090_plannedPeople",
  statements: [
    `alter table system_runs add column waits boolean not null default false`,
    `alter table system_runs add column planned_people jsonb`,
    `create table planned_people (
      client_id uuid not null,
      resource_id uuid not null,
      run_oid uuid not null,
      no integer not null,
      kind text not null,
      external_id text not null,
      name text not null,
      search_key text not null,
      before text not null,
      after text not null,
      primary key (client_id, resource_id, run_oid, no),
      foreign key (client_id, resource_id, run_oid) references system_runs (client_id, resource_id, oid) on delete cascade
    )`,
    `create index planned_people_kind on planned_people (client_id, resource_id, run_oid, kind, no)`,
  ],
};
