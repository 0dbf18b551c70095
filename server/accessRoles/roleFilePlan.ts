/** What a file of access roles changes: planned for its check, and written if nothing else has changed since. */
import { createHash, randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { RoleFileCheck, RoleFileChange } from "#events/entities/accessRole.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../callContext.ts";
import { shareLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { describeProblems } from "../import/namedLines.ts";
import { toUuids } from "../lists/sqlText.ts";
import { ApiError, invalid } from "../plugins/errors.ts";
import { nameRoles, type RoleName } from "../policyChanges/roleNames.ts";
import { contentOf, diffContent } from "./commands.ts";
import { holdRole, insertRole, requireValid, storeRole, type StoredRole } from "./content.ts";
import { readRoleFile, type WantedRole } from "./roleFile.ts";

interface PlannedRole extends WantedRole {
  /** null for a new role. */
  readonly version: number | null;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The roles of the file that change, in its order. */
async function planRoles(
  db: Kysely<Database>,
  clientId: string,
  wanted: readonly WantedRole[],
): Promise<readonly PlannedRole[]> {
  const oids = wanted.flatMap(({ oid }) => oid ?? []);
  const { rows } = await sql<CurrentRole>`
    select r.oid, r.version, array(
      select c.role_oid::text from access_role_entitlements c
      where c.client_id = r.client_id and c.access_role_oid = r.oid) as entitlements
    from access_roles r where r.client_id = ${clientId} and r.oid = any(${toUuids(oids)})
  `.execute(db);
  return changedRoles(wanted, rows);
}

interface CurrentRole {
  readonly oid: string;
  readonly version: number;
  readonly entitlements: readonly string[];
}

/** @param current the roles that exist, in any order */
export function changedRoles(
  wanted: readonly WantedRole[],
  current: readonly CurrentRole[],
): readonly PlannedRole[] {
  const byOid = new Map<string | null, CurrentRole>(current.map((role) => [role.oid, role]));
  return wanted.flatMap((role): PlannedRole[] => {
    const { version = null, entitlements = [] } = byOid.get(role.oid) ?? {};
    const before = new Set(entitlements);
    const after = new Set(role.entitlementOids);
    const added = role.entitlementOids.filter((oid) => !before.has(oid));
    const removed = entitlements.filter((oid) => !after.has(oid)).toSorted();
    const isChanged = version === null || added.length + removed.length > 0;
    return isChanged ? [{ ...role, version, added, removed }] : [];
  });
}

/** Equal for two plans that do the same with the same versions of roles. */
export function fingerprintOf(plan: readonly PlannedRole[]): string {
  const parts = plan.map(({ oid, name, version, added, removed }) => [
    oid ?? name,
    version,
    added,
    removed,
  ]);
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Maximum roles in the answer to a check, and entitlements that it names of each. */
const ROLES_SHOWN = 200;
const NAMES_SHOWN = 20;

/** @throws ApiError EINVALID if the file as a whole is invalid */
export async function checkRoleFile(
  db: Kysely<Database>,
  clientId: string,
  content: string,
): Promise<RoleFileCheck> {
  const { wanted, problems } = await readRoleFile(db, clientId, content);
  if (problems.length > 0) return { preview: null, ...describeProblems(problems) };
  const plan = await planRoles(db, clientId, wanted);
  const touched = plan
    .slice(0, ROLES_SHOWN)
    .flatMap(({ added, removed }) => [...added, ...removed]);
  const names = await nameRoles(db, clientId, [...new Set(touched)]);
  return { preview: previewOf(plan, names), problems: [], problemCount: 0 };
}

/** @param names of the entitlements that the first roles gain and lose, in the order in which they are shown */
export function previewOf(
  plan: readonly PlannedRole[],
  names: readonly RoleName[],
): NonNullable<RoleFileCheck["preview"]> {
  const labels = new Map(
    names.map(({ roleOid, name, resourceName }, position) => [
      roleOid,
      { position, text: `${name} (${resourceName})` },
    ]),
  );
  const named = (oids: readonly string[]) =>
    oids
      .map((oid) => labels.get(oid) ?? { position: names.length, text: oid })
      .toSorted((a, b) => a.position - b.position)
      .slice(0, NAMES_SHOWN)
      .map(({ text }) => text);
  const sum = (count: (role: PlannedRole) => number) =>
    plan.reduce((total, role) => total + count(role), 0);
  const created = plan.filter(({ version }) => version === null).length;
  return {
    fingerprint: fingerprintOf(plan),
    created,
    changed: plan.length - created,
    added: sum(({ added }) => added.length),
    removed: sum(({ removed }) => removed.length),
    roles: plan.slice(0, ROLES_SHOWN).map(({ name, version, added, removed }) => ({
      name,
      isNew: version === null,
      added: named(added),
      addedCount: added.length,
      removed: named(removed),
      removedCount: removed.length,
    })),
  };
}

/**
 * Writes the roles of a checked file, each as a new version, in one transaction.
 *
 * @throws ApiError EINVALID for a file with an invalid line, ECONFLICT if it would change something other than the check reported.
 */
export function applyRoleFile(
  context: CallContext,
  { content, fingerprint }: { readonly content: string; readonly fingerprint: string },
): Promise<RoleFileChange> {
  const { client, db } = context;
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    const { wanted, problems } = await readRoleFile(tx, client.id, content);
    const [first] = problems;
    if (first) throw invalid("/body/content", first.reason);
    const plan = await planRoles(tx, client.id, wanted);
    if (fingerprintOf(plan) !== fingerprint) {
      throw new ApiError("ECONFLICT", message("accessRoles.fileOutdated"));
    }
    const held = new Map<string | null, StoredRole>();
    for (const { oid, version } of existingRoles(plan)) {
      held.set(oid, await holdRole(tx, client.id, oid, version));
    }
    for (const role of plan) await writeRole(tx, context, role, held.get(role.oid));
    const created = plan.length - held.size;
    return { created, changed: held.size };
  });
}

/** In one order, so that two files do not wait for each other. */
export function existingRoles(
  plan: readonly PlannedRole[],
): readonly { readonly oid: string; readonly version: number }[] {
  const existing = plan.flatMap(({ oid, version }) =>
    oid !== null && version !== null ? [{ oid, version }] : [],
  );
  return existing.toSorted((one, other) => (one.oid < other.oid ? -1 : 1));
}

async function writeRole(
  tx: Transaction<Database>,
  context: CallContext,
  { name, entitlementOids }: PlannedRole,
  before: StoredRole | undefined,
): Promise<void> {
  const { client } = context;
  if (before) {
    const content = { ...contentOf(before), entitlementOids: [...entitlementOids] };
    await requireValid(tx, client.id, content, before);
    await storeRole(tx, context, before, content, "edited");
    await context.audit(tx, { target: before.oid, ...diffContent(before, content) });
    return;
  }
  const content = {
    name,
    description: "",
    resourceOid: null,
    entitlementOids: [...entitlementOids],
    ownerOids: [],
  };
  const oid = randomUUID();
  await requireValid(tx, client.id, content, { entitlementOids: [], ownerOids: [] });
  await insertRole(tx, context, oid, content);
  await context.audit(tx, { target: oid, after: content });
}
