/** What a person is, as far as an import may change it. */
import { sql } from "kysely";

/** A person of the table alias `person`, as `FormerPerson`. Equal people have equal texts in every session. */
export const PERSON_STATE = sql`jsonb_build_object(
  'externalId', person.external_id,
  'fields', jsonb_build_object(
    'username', person.username, 'givenName', person.given_name, 'familyName', person.family_name,
    'email', person.email, 'jobTitle', person.job_title, 'department', person.department,
    'location', person.location, 'manager', person.manager),
  'attributes', person.attributes,
  'byHand', person.by_hand,
  'endedAt', floor(extract(epoch from person.ended_at) * 1000)::bigint,
  'orgs', array(
    select member.org_oid from identity_orgs member
    where member.client_id = person.client_id and member.identity_oid = person.oid
    order by member.org_oid))`;
