/**
 * Stores what people were before a run of an HR system changed them, and the orgs that it added, so that it can be undone.
 * Also stores whom the objects of an HR system describe, so that no file overwrites what the system says about them. An
 * object whose person a mapping finds gets the person when it changes.
 */
import type { Migration } from "../migration.ts";

export const hrPeople: Migration = {
  name: "0079_hrPeople",
  statements: [
    `alter table system_runs add column keeps_people boolean not null default false`,
    `create table system_run_people (
      client_id uuid not null,
      resource_id uuid not null,
      run_oid uuid not null,
      identity_oid uuid not null,
      former jsonb,
      former_roles jsonb,
      written text collate "C",
      primary key (client_id, resource_id, run_oid, identity_oid),
      foreign key (client_id, resource_id, run_oid) references system_runs (client_id, resource_id, oid) on delete cascade
    )`,
    `create table system_run_orgs (
      client_id uuid not null,
      resource_id uuid not null,
      run_oid uuid not null,
      org_oid uuid not null,
      primary key (client_id, resource_id, run_oid, org_oid),
      foreign key (client_id, resource_id, run_oid) references system_runs (client_id, resource_id, oid) on delete cascade
    )`,
    `alter table system_objects add column person_id text collate "C"`,
    // JSON of the database has no null characters and no single halves of surrogate pairs.
    `update system_objects stored
      set person_id = case when stored.content !~ '\\\\u(0000|d[89a-f])' then stored.content::jsonb #>> array[
        'attributes', system.published_settings #>> '{identity,externalId}', '0'] end
      from connected_systems system
      where system.client_id = stored.client_id and system.resource_id = stored.resource_id and system.kind = 'hr'
        and system.published_settings #>> '{identity,externalId}' is not null
        and not coalesce(system.published_settings -> 'mappings'
          @> '[{"direction": "inbound", "midpointUserFieldId": "externalId"}]', false)`,
    `create index system_objects_person on system_objects (client_id, person_id) where person_id is not null`,
  ],
};
