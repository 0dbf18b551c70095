/** A connected system of a client that has nothing else. */
import type { Insertable, Kysely } from "kysely";
import type { SystemSettings } from "#events/entities/system.ts";
import type { Database } from "#server/db/schema.ts";

type System = Pick<
  Insertable<Database["connected_systems"]>,
  "connector_id" | "kind" | "published_settings" | "confirmed"
>;

export async function insertClientWithSystem(
  db: Kysely<Database>,
  { clientId, resourceId }: { readonly clientId: string; readonly resourceId: string },
  {
    name,
    settings,
    at: created_at,
    ...system
  }: System & { readonly name: string; readonly settings: SystemSettings; readonly at: Date },
): Promise<void> {
  const client_id = clientId;
  await db
    .insertInto("clients")
    .values({ id: clientId, name: `Client ${clientId}`, slug: clientId, created_at })
    .execute();
  await db
    .insertInto("resources")
    .values({ client_id, id: resourceId, name, created_at })
    .execute();
  await db
    .insertInto("connected_systems")
    .values({
      client_id,
      resource_id: resourceId,
      settings: JSON.stringify(settings),
      created_at,
      ...system,
    })
    .execute();
}
