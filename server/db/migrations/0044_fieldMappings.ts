/** Field mappings as part of a system's settings, and the previews of what they do to all objects. */
import type { Migration } from "../migration.ts";

export const fieldMappings: Migration = {
  name: "0044_fieldMappings",
  statements: [
    `update connected_systems set settings = settings || '{"mappings": []}'
      where not settings ? 'mappings'`,
    `update connected_systems set published_settings = published_settings || '{"mappings": []}'
      where published_settings is not null and not published_settings ? 'mappings'`,
    `update system_runs set settings = settings || '{"mappings": []}'
      where settings is not null and not settings ? 'mappings'`,
    `create table mapping_previews (
      client_id uuid not null,
      resource_id uuid not null,
      id uuid not null,
      direction text not null check (direction in ('inbound', 'outbound')),
      status text not null check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      mappings jsonb not null,
      fingerprint text not null,
      actor_id uuid not null,
      actor text not null,
      created_at timestamptz not null,
      ended_at timestamptz,
      evaluated integer not null default 0,
      total integer not null default 0,
      targets jsonb not null default '[]',
      attempts integer not null default 0,
      lease_owner uuid,
      lease_until timestamptz,
      primary key (client_id, resource_id, id),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade
    )`,
    // One preview of a system runs at a time.
    `create unique index mapping_previews_running on mapping_previews (client_id, resource_id)
      where status in ('waiting', 'running')`,
    `create index mapping_previews_newest
      on mapping_previews (client_id, resource_id, direction, created_at desc)`,
    `create table mapping_preview_objects (
      client_id uuid not null,
      resource_id uuid not null,
      preview_id uuid not null,
      no integer not null,
      object_id text collate "C" not null,
      name text not null,
      findings text[] not null,
      content jsonb not null,
      primary key (client_id, resource_id, preview_id, no),
      foreign key (client_id, resource_id, preview_id)
        references mapping_previews (client_id, resource_id, id) on delete cascade
    )`,
  ],
};
