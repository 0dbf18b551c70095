/**
 * Reads a CSV file of access roles with a line for each entitlement of a role. Each role in the file gets exactly the
 * entitlements of the file. Lines identify roles and entitlements by ids or, without ids, by names.
 */
import { sql, type Kysely } from "kysely";
import { ROLE_ENTITLEMENTS_MAX } from "#events/entities/accessRole.ts";
import type { FileProblem } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import { checkRoleName } from "#events/rules/accessRoles.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { entitlementFinder } from "../access/entitlementFinder.ts";
import type { Database } from "../db/schema.ts";
import {
  cellsIn,
  findAll,
  readNamedLines,
  type CellsOf,
  type Finder,
  type LineFormat,
} from "../import/namedLines.ts";
import { toUuids } from "../lists/sqlText.ts";
import { ROLE_FILE_COLUMNS } from "./roleEntitlements.ts";

type Column = keyof typeof ROLE_FILE_COLUMNS;
type Cells = CellsOf<Column>;

const FORMAT: LineFormat<Column> = {
  name: "role-entitlements.csv",
  columns: Object.keys(ROLE_FILE_COLUMNS) as Column[],
  required: ["role", "resource", "entitlement"],
};

interface NamedRole {
  /** null: a new role. */
  readonly oid: string | null;
  readonly name: string;
}

export interface WantedRole extends NamedRole {
  /** Distinct, ascending. */
  readonly entitlementOids: readonly string[];
}

/**
 * @param content the bytes of the file in Base64
 * @returns the roles in the order of the file
 * @throws ApiError EINVALID if the file as a whole is invalid
 */
export async function readRoleFile(
  db: Kysely<Database>,
  clientId: string,
  content: string,
): Promise<{ readonly wanted: readonly WantedRole[]; readonly problems: readonly FileProblem[] }> {
  const lines = await readNamedLines(content, FORMAT);
  const all = cellsIn(lines);
  const holder = await roleFinder(db, clientId);
  const entitlement = await keptOrFound(db, clientId, all, holder);
  const problems: FileProblem[] = [];
  const roles = new Map<string, NamedRole & { readonly oids: Set<string> }>();
  for (const line of lines) {
    const found = findAll(line, { holder, entitlement });
    if ("problem" in found) {
      problems.push({ line: line.line, reason: found.problem });
      continue;
    }
    const key = found.holder.oid ?? found.holder.name.toLowerCase();
    const role = roles.get(key) ?? { ...found.holder, oids: new Set<string>() };
    roles.set(key, role);
    if (found.entitlement.roleOid !== null) role.oids.add(found.entitlement.roleOid);
    if (role.oids.size === ROLE_ENTITLEMENTS_MAX + 1) {
      const reason = message("accessRoles.tooManyEntitlements", { max: ROLE_ENTITLEMENTS_MAX });
      problems.push({ line: line.line, reason });
    }
  }
  const wanted = [...roles.values()].map(({ oid, name, oids }) => ({
    oid,
    name,
    entitlementOids: [...oids].toSorted(),
  }));
  return { wanted, problems };
}

/** A line without an oid names a role by its name, in any case; an unknown name is that of a new role. */
async function roleFinder(
  db: Kysely<Database>,
  clientId: string,
): Promise<Finder<Cells, NamedRole>> {
  const roles = await db
    .selectFrom("access_roles")
    .select(["oid", "name", "archived_at"])
    .where("client_id", "=", clientId)
    .execute();
  const byOid = new Map(roles.map((role) => [role.oid, role]));
  const byName = new Map(roles.map((role) => [role.name.toLowerCase(), role]));
  return ({ role: name, accessRoleOid }) => {
    const oid = accessRoleOid.toLowerCase();
    const found = oid === "" ? byName.get(name.toLowerCase()) : byOid.get(oid);
    if (found?.archived_at) {
      return { problem: message("accessRoles.fileArchived", { name: found.name }) };
    }
    if (found) return { oid: found.oid, name: found.name };
    if (oid !== "") return { problem: message("accessRoles.fileUnknownRole", { id: oid }) };
    const problem = checkRoleName(name);
    return problem === null ? { oid: null, name } : { problem };
  };
}

/** Finds entitlements of the directory. A role may keep an entitlement that has left the directory, and no other gets it. */
async function keptOrFound(
  db: Kysely<Database>,
  clientId: string,
  all: readonly Cells[],
  findRole: Finder<Cells, NamedRole>,
) {
  const find = await entitlementFinder(db, { clientId, resourceId: null }, all);
  const ids = all.map(({ roleOid }) => roleOid.toLowerCase()).filter((id) => isUuid(id));
  const rows = await db
    .selectFrom("access_role_entitlements as c")
    .select(["c.access_role_oid", "c.role_oid"])
    .where("c.client_id", "=", clientId)
    .where(sql<boolean>`c.role_oid = any(${toUuids([...new Set(ids)])})`)
    .where(
      sql<boolean>`not exists (
        select from entitlements e where e.client_id = c.client_id and e.role_oid = c.role_oid)`,
    )
    .execute();
  const kept = new Set(rows.map((row) => `${row.access_role_oid} ${row.role_oid}`));
  return (cells: Cells) => {
    const roleOid = cells.roleOid.toLowerCase();
    const role = findRole(cells);
    return "oid" in role && kept.has(`${role.oid} ${roleOid}`) ? { roleOid } : find(cells);
  };
}
