/**
 * User administration: manager kinds, a version that detects concurrent saves, and keys with which lists sort and
 * search without reading every user.
 */
import type { Migration } from "../migration.ts";

export const people: Migration = {
  name: "0003_people",
  statements: [
    `alter table users add column version integer not null default 1`,
    `alter table user_clients
      add column is_hr boolean not null default false,
      add column is_ad boolean not null default false,
      add column archived boolean not null default false,
      add column name_key text collate "C" not null default '',
      add column username_key text collate "C" not null default '',
      add column email_key text collate "C" not null default '',
      add column search_key text collate "C"`,
    `update user_clients l set archived = u.archived from users u where u.id = l.user_id`,
    `create index user_clients_name on user_clients (client_id, archived, name_key, user_id)`,
    `create index user_clients_username on user_clients (client_id, archived, username_key, user_id)`,
    `create index user_clients_email on user_clients (client_id, archived, email_key, user_id)`,
    `create index user_clients_unkeyed on user_clients (client_id) where search_key is null`,
    // After a write to a user or a link, the server creates its keys before the next list.
    `create function user_clients_follow() returns trigger language plpgsql as $$
    begin
      update user_clients set archived = new.archived, search_key = null where user_id = new.id;
      return null;
    end
    $$`,
    `create trigger users_changed
      after update of username, given_name, family_name, email, archived on users
      for each row execute function user_clients_follow()`,
    `create function user_clients_begin() returns trigger language plpgsql as $$
    begin
      select archived into new.archived from users where id = new.user_id;
      return new;
    end
    $$`,
    `create trigger user_clients_added before insert on user_clients
      for each row execute function user_clients_begin()`,
    `create index audit_target_at on audit (target, at)`,
    `insert into roles (id, name, permissions) values
      (gen_random_uuid(), 'User Manager', array['users_all_create', 'users_all_read', 'users_all_update',
        'users_all_delete', 'users_self_update']),
      (gen_random_uuid(), 'Role Mapper', array['roles_create', 'roles_read', 'roles_update', 'roles_delete',
        'users_self_update']),
      (gen_random_uuid(), 'Resource Manager', array['resource_own_read', 'resource_own_update',
        'users_self_update']),
      (gen_random_uuid(), 'Member', array['users_self_update'])`,
  ],
};
