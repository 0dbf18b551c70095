/** Stores the request, file, policy or access role of a preview, and plans it again to list its whole effect. */
import { sql, type Kysely } from "kysely";
import type { PolicyChangeRequest } from "#events/entities/policyChange.ts";
import { policyResources } from "#events/rules/permissions.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { CallContext } from "../callContext.ts";
import type { PreviewedPolicy, PreviewedRole } from "../db/directoryTables.ts";
import type { Database } from "../db/schema.ts";
import { notFound } from "../plugins/errors.ts";
import { planFile } from "./filePlan.ts";
import { makePlan, requireSame, type Plan } from "./plan.ts";
import { readPolicyFile, type PostedFile } from "./policyFile.ts";
import { planPolicy } from "./policyPlan.ts";
import { planRole } from "./rolePlan.ts";
import type { ChangeScope } from "./scope.ts";

/** How long the effect of a preview can be listed. */
const KEPT_MS = DAY_MS;

interface Limit {
  readonly previews: number;
  /** Of the stored files and requests. The newest preview is kept in any case. */
  readonly bytes: number;
}

/** Of each user of a client, by kind: changes of one policy or role, and changes of many policies. */
const LIMITS = {
  /** Those of the pages that the user has open. */
  one: { previews: 3, bytes: Infinity },
  many: { previews: 10, bytes: 40_000_000 },
} as const satisfies Record<string, Limit>;

/** The request, the file, or the change of one policy or of one access role. */
export type Previewed =
  | { readonly request: PolicyChangeRequest }
  | { readonly file: PostedFile }
  | { readonly policy: PreviewedPolicy }
  | { readonly role: PreviewedRole };

/** Removes previews older than 24 hours, and those of the user beyond the limits, the oldest first. */
export async function storePreview(
  db: Kysely<Database>,
  { clientId, resourceId, rootOid, at }: ChangeScope,
  previewed: Previewed,
  {
    id,
    fingerprint,
    userId,
  }: { readonly id: string; readonly fingerprint: string; readonly userId: string },
): Promise<void> {
  await db
    .deleteFrom("policy_previews")
    .where("client_id", "=", clientId)
    .where("at", "<", new Date(at.getTime() - KEPT_MS))
    .execute();
  await db
    .insertInto("policy_previews")
    .values({
      client_id: clientId,
      id,
      at,
      resource_id: resourceId,
      root_oid: rootOid,
      request: "request" in previewed ? JSON.stringify(previewed.request) : null,
      file: "file" in previewed ? previewed.file.content : null,
      access_roles: "file" in previewed && previewed.file.accessRoles === true,
      policy: "policy" in previewed ? JSON.stringify(previewed.policy) : null,
      role: "role" in previewed ? JSON.stringify(previewed.role) : null,
      fingerprint,
      user_id: userId,
    })
    .execute();
  const isOne = "policy" in previewed || "role" in previewed;
  const { previews, bytes } = isOne ? LIMITS.one : LIMITS.many;
  await sql`
    delete from policy_previews where client_id = ${clientId} and id in (
      select id from (
        select id, row_number() over newest as place, sum(size) over newest as bytes
        from (
          select id, at, coalesce(octet_length(file), 0) + coalesce(pg_column_size(request), 0) as size
          from policy_previews
          where client_id = ${clientId} and user_id = ${userId}
            and (policy is not null or role is not null) = ${isOne}
        ) of_user
        window newest as (order by at desc, (id = ${id}) desc, id)
      ) p
      where place > ${previews} or (place > 1 and bytes > ${bytes}::float8))
  `.execute(db);
}

/**
 * The plan of a preview. Its effect is exactly the previewed one.
 *
 * @throws ApiError ENOTFOUND, also if the preview is not limited to the user's resources; ECONFLICT if the effect has
 *   changed since.
 */
export async function planPreviewed(
  { app, db, client, user }: Pick<CallContext, "app" | "db" | "client" | "user">,
  previewId: string,
): Promise<Plan> {
  const stored = await db
    .selectFrom("policy_previews")
    .selectAll()
    .where("client_id", "=", client.id)
    .where("id", "=", previewId)
    .executeTakeFirst();
  const visible = policyResources(user);
  // The plan of one policy contains only what the user may see, and is refused if that is not all of it.
  const isVisible =
    visible === null ||
    stored?.policy != null ||
    (stored?.resource_id != null && visible.includes(stored.resource_id));
  if (!stored || !isVisible) throw notFound("policies.previewNotFound");
  const { at, resource_id: resourceId, root_oid: rootOid, request, file, policy, role } = stored;
  const scope = { clientId: client.id, resourceId, rootOid, at };
  const plan = await app.accessGraphs.use(db, client.id, at, async (graph) => {
    if (policy !== null) return planPolicy(db, scope, policy, visible, graph);
    if (role !== null) {
      const place = { clientId: client.id, roleOid: role.roleOid, at };
      return planRole(db, place, graph, role.entitlementOids);
    }
    if (request !== null) return makePlan(db, scope, request, graph);
    const posted = { content: file ?? "", accessRoles: stored.access_roles };
    const { wanted } = await readPolicyFile(db, scope, posted);
    return planFile(db, scope, graph, wanted);
  });
  requireSame(plan, stored.fingerprint);
  return plan;
}
