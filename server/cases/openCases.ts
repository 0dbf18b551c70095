/** Finds the open cases of findings in lists. */
import { sql, type RawBuilder } from "kysely";
import { UNSETTLED } from "#events/entities/case.ts";

/** Expressions for what a finding is about; those that are absent are null. */
interface FindingColumns {
  readonly kind: RawBuilder<unknown>;
  readonly identityOid?: RawBuilder<unknown>;
  readonly orgOid?: RawBuilder<unknown>;
  readonly roleOid?: RawBuilder<unknown>;
  readonly accountId?: RawBuilder<unknown>;
  readonly resourceId?: RawBuilder<unknown>;
}

/** As in the column `cases.finding_key`. */
function findingKey(of: FindingColumns): RawBuilder<unknown> {
  const parts = [of.identityOid, of.orgOid, of.roleOid, of.accountId, of.resourceId];
  const texts = parts.map((part) => (part ? sql`coalesce((${part})::text, '')` : sql`''`));
  return sql.join([of.kind, ...texts], sql` || ' ' || `);
}

/** The id of the case of a finding that is not settled; null without one. */
export const openCaseId = (clientId: string, finding: FindingColumns): RawBuilder<unknown> => sql`(
  select c.id from cases c
  where c.client_id = ${clientId} and c.finding_key = ${findingKey(finding)}
    and c.state in (${sql.join(UNSETTLED.map((state) => sql.lit(state)))}))`;
