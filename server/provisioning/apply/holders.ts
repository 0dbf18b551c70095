/** Finds the entitlement objects of a system by name, as the last import read them. */
import type { Kysely } from "kysely";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import type { Holder } from "./change.ts";
import { ChangeError } from "./changeError.ts";

/** @throws ChangeError entitlementMissing */
export async function findHolders(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  names: readonly string[],
): Promise<readonly Holder[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom("system_objects")
    .select(["name as entitlement", "object_class as objectClass", "object_id as id"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("account_name", "is", null)
    .where("gone_at", "is", null)
    .where("name", "in", [...new Set(names)])
    .execute();
  return [...new Set(names)].map((name) => {
    const found = rows.find(({ entitlement }) => entitlement === name);
    if (found) return found;
    throw new ChangeError("entitlementMissing", name);
  });
}
