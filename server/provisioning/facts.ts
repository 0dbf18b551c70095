/** What plans need to know of a connected system. */
import type { Kysely } from "kysely";
import type { Connector, SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { activationOf } from "../systems/settings.ts";
import type { SystemFacts } from "./planPeople.ts";

export interface FactsRequest extends SystemPlace {
  readonly capabilities: Connector["capabilities"];
  readonly now: Date;
}

/** @throws Error if the system has no published settings: plans are for published systems only. */
export async function loadFacts(
  db: Kysely<Database>,
  { clientId, resourceId, capabilities, now }: FactsRequest,
): Promise<{ readonly facts: SystemFacts; readonly isImported: boolean }> {
  const row = await db
    .selectFrom("connected_systems")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirstOrThrow();
  if (row.published_settings === null) throw new Error("The system is not published");
  const facts = {
    clientId,
    resourceId,
    kind: row.kind,
    capabilities,
    settings: row.published_settings,
    activation: activationOf(row),
    objectClasses: row.object_classes ?? [],
    now,
  };
  return { facts, isImported: row.kind === "manual" || row.initial_import_complete };
}
