/** Groups that the names of ungrouped orgs suggest. */
import type { Kysely } from "kysely";
import { SUGGESTIONS_MAX } from "#events/calls/groupings.ts";
import type { GroupSuggestion } from "#events/entities/grouping.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { suggestGroups } from "#events/rules/suggestGroups.ts";
import type { Database } from "../../db/schema.ts";
import { loadLargestLoose, loadTopGroups, requireRoot } from "./queries.ts";

/** Orgs whose names are compared, which takes the event loop a few milliseconds for each thousand. */
const MAX_ORGS = 5000;
/** Maximum orgs of one suggestion. The rest is suggested again once these are grouped. */
const MAX_IN_GROUP = 200;

export async function findSuggestions(
  db: Kysely<Database>,
  clientId: string,
  orgType: OrgType,
): Promise<GroupSuggestion[]> {
  const rootOid = await requireRoot(db, clientId, orgType);
  const selection = { clientId, orgType, rootOid, list: "ungrouped" as const };
  const orgs = await loadLargestLoose(db, selection, MAX_ORGS);
  const known = new Map(
    (await loadTopGroups(db, clientId, rootOid)).map((group) => [
      normalizeForFilter(group.displayName),
      group,
    ]),
  );
  return suggestGroups(orgs)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name, orgs: all }) => {
      const group = known.get(normalizeForFilter(name));
      return {
        name: group?.displayName ?? name,
        groupOid: group?.oid ?? null,
        orgs: all.slice(0, MAX_IN_GROUP).map((org) => ({ ...org })),
      };
    });
}
