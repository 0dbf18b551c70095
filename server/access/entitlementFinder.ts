/** Finds entitlements that the lines of a file name by role oid, or by resource and name. */
import { sql, type Kysely } from "kysely";
import { message } from "#events/messages/message.ts";
import { isUuid } from "#events/rules/uuid.ts";
import type { Database } from "../db/schema.ts";
import type { CellsOf, Finder } from "../import/namedLines.ts";
import { toUuids } from "../lists/sqlText.ts";

type Cells = CellsOf<"resource" | "entitlement" | "roleOid">;

interface FoundEntitlement {
  /** null: the line names no entitlement. */
  readonly roleOid: string | null;
}

/**
 * @param resourceId only entitlements of this resource are found; null: of all resources
 * @param all the cells of all lines
 */
export async function entitlementFinder(
  db: Kysely<Database>,
  { clientId, resourceId }: { readonly clientId: string; readonly resourceId: string | null },
  all: readonly Cells[],
): Promise<Finder<Cells, FoundEntitlement>> {
  const idOf = ({ roleOid }: Cells) => roleOid.toLowerCase();
  const ids = all.map(idOf).filter((roleOid) => isUuid(roleOid));
  const names = all.filter(({ roleOid }) => roleOid === "").map(({ entitlement }) => entitlement);
  const { rows } = await sql<{ oid: string; name: string; resource: string }>`
    select e.role_oid as oid, e.name, r.name as resource
    from entitlements e join resources r on r.client_id = e.client_id and r.id = e.resource_id
    where e.client_id = ${clientId}
      ${resourceId === null ? sql`` : sql`and e.resource_id = ${resourceId}`}
      and (e.role_oid = any(${toUuids([...new Set(ids)])}) or e.name = any(${[...new Set(names)]}))
  `.execute(db);
  const oids = new Set(rows.map(({ oid }) => oid));
  const byName = new Map(rows.map(({ oid, name, resource }) => [`${resource}\0${name}`, oid]));
  const oidOf = (cells: Cells) => {
    const id = idOf(cells);
    if (id === "") return byName.get(`${cells.resource}\0${cells.entitlement}`);
    return oids.has(id) ? id : undefined;
  };
  return (cells) => {
    const { resource, entitlement, roleOid } = cells;
    if (roleOid === "" && entitlement === "") return { roleOid: null };
    const found = oidOf(cells);
    if (found !== undefined) return { roleOid: found };
    const name = entitlement === "" ? roleOid : entitlement;
    return { problem: message("policyFile.unknownEntitlement", { name, resource }) };
  };
}
