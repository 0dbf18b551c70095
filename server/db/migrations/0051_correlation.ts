/** Correlation: rules that find the owners of accounts, their simulations, and what people decided. */
import type { Migration } from "../migration.ts";

export const correlation: Migration = {
  name: "0051_correlation",
  statements: [
    `create table correlation_rules (
      client_id uuid not null,
      resource_id uuid not null,
      id uuid not null,
      no integer not null,
      user_field text not null,
      attributes jsonb not null,
      method text not null check (method in ('exact', 'normalised', 'levenshtein', 'trigram')),
      threshold double precision not null,
      nicknames boolean not null,
      tier integer not null check (tier > 0),
      weight double precision,
      version integer not null default 1,
      primary key (client_id, resource_id, id),
      unique (client_id, resource_id, no),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade
    )`,
    `create table correlation_simulations (
      client_id uuid not null,
      resource_id uuid not null,
      oid uuid not null,
      no integer not null,
      status text not null check (status in
        ('waiting', 'running', 'done', 'failed', 'cancelled', 'applied', 'undone')),
      progress integer not null default 0,
      rules jsonb not null,
      settings jsonb not null,
      model jsonb,
      counts jsonb,
      actor_id uuid,
      actor text not null,
      created_at timestamptz not null,
      ended_at timestamptz,
      applied_by text,
      applied_at timestamptz,
      due_at timestamptz not null,
      attempts integer not null default 0,
      lease_owner uuid,
      lease_until timestamptz,
      primary key (client_id, resource_id, oid),
      unique (client_id, resource_id, no),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade
    )`,
    // A resource has one running simulation at a time.
    `create unique index correlation_simulations_open on correlation_simulations (client_id, resource_id)
      where status in ('waiting', 'running')`,
    `create index correlation_simulations_due on correlation_simulations (due_at) where status in ('waiting', 'running')`,
    // Accounts that change, and accounts that wait for a decision. All others are only counted.
    `create table correlation_results (
      client_id uuid not null,
      resource_id uuid not null,
      simulation_oid uuid not null,
      no integer not null,
      object_class text not null,
      object_id text collate "C" not null,
      name text collate "C" not null,
      search_key text not null,
      kind text not null check (kind in ('linked', 'moved', 'orphaned', 'probable', 'several')),
      former_oid uuid,
      identity_oid uuid,
      probability double precision,
      entry_values jsonb not null,
      candidates jsonb not null,
      primary key (client_id, resource_id, simulation_oid, no),
      foreign key (client_id, resource_id, simulation_oid)
        references correlation_simulations (client_id, resource_id, oid) on delete cascade
    )`,
    `create index correlation_results_kind on correlation_results (client_id, resource_id, simulation_oid, kind, no)`,
    `create table correlation_decisions (
      client_id uuid not null,
      resource_id uuid not null,
      id uuid not null,
      object_class text not null,
      object_id text collate "C" not null,
      name text collate "C" not null,
      decision text not null check (decision in ('link', 'none', 'later')),
      identity_oid uuid,
      former_oid uuid,
      decided_by text not null,
      decided_at timestamptz not null,
      primary key (client_id, resource_id, id),
      unique (client_id, resource_id, object_class, object_id),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade
    )`,
  ],
};
