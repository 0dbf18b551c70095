/** The resources that a report can be about. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { ReportImpossible, type ReportRequest } from "./kind.ts";

export interface NamedResource {
  readonly id: string;
  readonly name: string;
}

/**
 * All resources of the client by name.
 *
 * @throws ReportImpossible if the resource of the request does not exist
 */
export async function readResources(
  db: Kysely<Database>,
  { clientId, resourceId }: Pick<ReportRequest, "clientId" | "resourceId">,
): Promise<readonly NamedResource[]> {
  const resources = await db
    .selectFrom("resources")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .orderBy("name")
    .execute();
  if (resourceId !== null && !resources.some(({ id }) => id === resourceId)) {
    throw new ReportImpossible("resourceGone");
  }
  return resources;
}
