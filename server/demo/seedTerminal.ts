/** The packages of the market data terminal, and the policies that grant them. They exist before the first import. */
import type { Transaction } from "kysely";
import { DAY_MS } from "#events/rules/time.ts";
import type { Database } from "../db/schema.ts";
import { insertEntitlements, readLastNumber } from "../import/resourceStage.ts";
import { findOrg, writePolicy } from "./seedPolicies.ts";
import { TERMINAL_PACKAGES } from "./terminalFile.ts";

const POLICY_AGE = 30 * DAY_MS;

export async function grantPackages(
  tx: Transaction<Database>,
  {
    clientId,
    resourceId,
    now,
  }: { readonly clientId: string; readonly resourceId: string; readonly now: Date },
): Promise<void> {
  const names = [...new Set(Object.values(TERMINAL_PACKAGES).flat())].toSorted();
  const last = await readLastNumber({ tx, clientId, isNewClient: false });
  await insertEntitlements(
    { tx, clientId },
    names.map((name, index) => ({ no: last + 1 + index, name, resourceId })),
  );
  const packages = await tx
    .selectFrom("entitlements")
    .select(["name", "role_oid"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
  const roleOf = new Map(packages.map(({ name, role_oid: oid }) => [name, oid]));
  const at = new Date(now.getTime() - POLICY_AGE);
  for (const [jobTitle, granted] of Object.entries(TERMINAL_PACKAGES)) {
    const org = await findOrg(tx, clientId, jobTitle);
    const added = granted.flatMap((name) => roleOf.get(name) ?? []);
    await writePolicy(tx, clientId, org, [
      { at, kind: "apply", threshold: null, added, removed: [] },
    ]);
  }
}
