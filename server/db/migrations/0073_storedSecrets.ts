/** Removes the values of secret attributes from previews, and from the tasks that they gave. */
import type { Migration } from "../migration.ts";

/** Like `isSecretAttribute` and `HIDDEN_VALUE` (`events/rules/provisioning.ts`). */
const SECRET = String.raw`'pass(word|phrase|wd|code)|\ypwd|unicodepwd|secret|privatekey|apikey|token'`;
const HIDDEN = "'••••••'";
/** PostgreSQL cannot decode NUL and lone surrogates, which JSON texts contain as escapes. */
const decodable = (text: string) =>
  String.raw`regexp_replace(${text}, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\ufffd', 'g')::json`;

/** Attributes whose outbound mappings read a secret field of people. */
const MAPPED = `with s as materialized (
  select s.client_id, s.resource_id, array(
    select substr(m ->> 'resourceSchemaId', strpos(m ->> 'resourceSchemaId', '/') + 1)
    from jsonb_array_elements(
      coalesce(s.published_settings -> 'mappings', '[]') || coalesce(s.settings -> 'mappings', '[]')) m
    where m ->> 'direction' = 'outbound' and m ->> 'resourceSchemaId' is not null
      and (m ->> 'mappingType' <> 'STANDARD' and m ->> 'customCode' ~* ${SECRET} or exists (
        select from jsonb_array_elements(m -> 'attributes') a
        where a ->> 'type' = 'FIELD' and a ->> 'midpointUserFieldId' ~* ${SECRET}))
  ) as names
  from connected_systems s
)`;

export const storedSecrets: Migration = {
  name: "0073_storedSecrets",
  statements: [
    // Changes of existing accounts lose the attributes, because a retry would write the hidden value. New accounts get it made again.
    `create function content_without_secrets(content text, names text[], is_change boolean) returns text
      language sql immutable strict
      as $$
        select json_build_object(
          'attributes', (
            select coalesce(json_object_agg(one.key, case when one.secret
              then (select coalesce(json_agg(${HIDDEN}::text), '[]') from json_array_elements(one.value))
              else one.value end order by one.key collate "C"), '{}')
            from (
              select key, value, key ~* ${SECRET} or key = any(names) as secret
              from json_each(${decodable("content")} -> 'attributes')
            ) one
            where not (is_change and one.secret)),
          'active', ${decodable("content")} -> 'active',
          'entitlements', ${decodable("content")} -> 'entitlements')::text
      $$`,
    `${MAPPED} update provisioning_changes c set
      before = content_without_secrets(c.before, s.names, c.kind = 'change'),
      after = content_without_secrets(c.after, s.names, c.kind = 'change'),
      seen = content_without_secrets(c.seen, s.names, c.kind = 'change'),
      source = case when c.source is not null then (
        select coalesce(json_object_agg(key, value), '{}')::text from json_each(${decodable("c.source")})
        where key !~* ${SECRET}) end,
      problem = case
        when split_part(c.problem ->> 'detail', ':', 1) ~* ${SECRET}
          or split_part(c.problem ->> 'detail', ':', 1) = any(s.names)
        then c.problem || jsonb_build_object('detail', split_part(c.problem ->> 'detail', ':', 1))
        else c.problem end
    from s
    where s.client_id = c.client_id and s.resource_id = c.resource_id and (
      cardinality(s.names) > 0
      or concat_ws(' ', c.before, c.after, c.seen, c.source, c.problem::text) ~* ${SECRET})`,
    `${MAPPED} update system_tasks t set changes = (
      select jsonb_agg(case when one ->> 'attribute' ~* ${SECRET} or one ->> 'attribute' = any(s.names)
        then one || jsonb_build_object(
          'add', (select coalesce(jsonb_agg(${HIDDEN}::text), '[]') from jsonb_array_elements(one -> 'add')),
          'remove', (select coalesce(jsonb_agg(${HIDDEN}::text), '[]') from jsonb_array_elements(one -> 'remove')))
        else one end order by no)
      from jsonb_array_elements(t.changes) with ordinality as item (one, no))
    from s
    where s.client_id = t.client_id and s.resource_id = t.resource_id and jsonb_array_length(t.changes) > 0
      and (cardinality(s.names) > 0 or t.changes::text ~* ${SECRET})`,
    `drop function content_without_secrets`,
  ],
};
