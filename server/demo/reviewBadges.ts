/** What administrators have written about the zones of the buildings so far. */
import type { Transaction } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../db/schema.ts";

const REVIEWED: readonly (readonly [zone: string, displayName: string, description: string])[] = [
  ["HR Archive / Day", "HR archive", "Personnel files. Every visit needs a reason."],
  ["Server Room / Day", "Server room", "Racks of the core systems. Visits are recorded."],
  ["Dealing Floor / Day", "Dealing floor", "No phones, and no visitors during trading."],
  ["Control Room / Day", "Control room", "Cameras and alarms. Guards only."],
];

export async function reviewBadges(
  tx: Transaction<Database>,
  { clientId, resourceId }: { readonly clientId: string; readonly resourceId: string },
): Promise<void> {
  const zones = await tx
    .selectFrom("entitlements")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
  const idOf = new Map(zones.map(({ id, name }) => [name, id]));
  const reviews = REVIEWED.flatMap(([name, displayName, description], at) => {
    const id = idOf.get(name);
    if (id === undefined) return [];
    return [
      {
        client_id: clientId,
        entitlement_id: id,
        resource_id: resourceId,
        display_name: displayName,
        description,
        position: at + 1,
        search_key: normalizeForFilter(`${displayName} ${description}`),
        version: 1,
      },
    ];
  });
  await tx.insertInto("entitlement_reviews").values(reviews).execute();
}
