/** Finds access roles that the lines of a policy file name by oid or, without an oid, by name. */
import { sql, type Kysely } from "kysely";
import { message } from "#events/messages/message.ts";
import type { Database } from "../db/schema.ts";
import type { CellsOf, Finder } from "../import/namedLines.ts";
import { isRoleOf, type ChangeScope } from "./scope.ts";

/** null: the line names no access role. */
interface FoundRole {
  readonly roleOid: string | null;
}

/** Finds active access roles, in any case of their names; with a resource in the scope, those that its managers may change. */
export async function roleFinder(
  db: Kysely<Database>,
  { clientId, resourceId }: ChangeScope,
): Promise<Finder<CellsOf<"accessRole" | "accessRoleOid">, FoundRole>> {
  const roles = await db
    .selectFrom("access_roles as r")
    .select(["r.oid", "r.name", "r.archived_at"])
    .where("r.client_id", "=", clientId)
    .where(resourceId === null ? sql<boolean>`true` : sql<boolean>`${isRoleOf(resourceId)}`)
    .execute();
  const byOid = new Map(roles.map((role) => [role.oid, role]));
  const byName = new Map(roles.map((role) => [role.name.toLowerCase(), role]));
  return ({ accessRole: name, accessRoleOid }) => {
    const oid = accessRoleOid.toLowerCase();
    if (oid === "" && name === "") return { roleOid: null };
    const found = oid === "" ? byName.get(name.toLowerCase()) : byOid.get(oid);
    if (!found) {
      return { problem: message("policyFile.unknownRole", { name: name === "" ? oid : name }) };
    }
    return found.archived_at === null
      ? { roleOid: found.oid }
      : { problem: message("policyFile.archivedRole", { name: found.name }) };
  };
}
