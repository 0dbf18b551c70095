/** Merges of entitlements, and what they move. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { EntitlementMerge } from "#events/entities/entitlementReview.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { oneDatabase } from "../../support/databases.ts";
import { expectError } from "../../support/errors.ts";
import { pathOf } from "../support.ts";
import { REVIEW, useEntitlementReview } from "./entitlementReview.ts";

oneDatabase((database) => {
  const { on, provide, run, names, named, create } = useEntitlementReview(database);

  const preview = async (kept: string, ...merged: readonly string[]) => {
    const ids = await Promise.all(merged.map(async (name) => (await named(name)).id));
    const keptId = (await named(kept)).id;
    const answer = await on.owner.get(
      `${on.path}/entitlements/${keptId}/merge?mergedIds=${ids.join(",")}`,
    );
    return { keptId, ids, preview: answer.json<EntitlementMerge>() };
  };
  const merge = (keptId: string, mergedIds: readonly string[], fingerprint: string) =>
    on.owner.post(`${on.path}/entitlements/${keptId}/merge`, { mergedIds, fingerprint });

  test("a merge moves accounts, policies, access roles and later imports", async () => {
    await provide("1,ann,Read", "1,ann,read_", "2,bob,read_", "3,cyd,Write");
    await run();
    const { db } = on;
    const { clientId, orgs } = on.directory;
    const [read, merged] = [await named("Read"), await named("read_")];
    const grant = (orgOid: string, roleOid: string, until: Date | null) => ({
      client_id: clientId,
      id: randomUUID(),
      org_oid: orgOid,
      role_oid: roleOid,
      created_at: on.api.clock.now,
      valid_until: until,
    });
    const soon = new Date(on.api.clock.now.getTime() + DAY_MS);
    await db
      .insertInto("inducements")
      .values([
        grant(orgs.Ops, merged.roleOid, null),
        grant(orgs.Engineer, merged.roleOid, null),
        grant(orgs.Engineer, read.roleOid, soon),
      ])
      .execute();
    const role = await on.owner.post(`/api/clients/${clientId}/roles`, {
      name: `Role ${randomUUID()}`,
      description: "",
      resourceOid: null,
      entitlementOids: [merged.roleOid],
      ownerOids: [],
    });
    expect(role.statusCode, role.body).toBe(201);
    const stale = await preview("Read", "read_");
    expect(stale.preview).toMatchObject({
      kept: { name: "Read" },
      merged: [{ name: "read_" }],
      accountCount: 2,
      policyCount: 2,
      accessRoleCount: 1,
    });
    await db
      .deleteFrom("accounts")
      .where("name", "=", "bob")
      .where("resource_id", "=", on.resourceId)
      .execute();
    const { keptId, ids, preview: shown } = stale;
    expectError(await merge(keptId, ids, shown.fingerprint), "ECONFLICT");
    const { fingerprint } = (await preview("Read", "read_")).preview;
    const done = await merge(keptId, ids, fingerprint);
    expect(done.statusCode, done.body).toBe(200);
    expect(await names("?sort=name")).toEqual(["Read", "Write"]);
    expect(await on.accounts()).toEqual({ ann: ["Read"], cyd: ["Write"] });
    const grants = await db
      .selectFrom("inducements")
      .select(["org_oid", "valid_until"])
      .where("role_oid", "=", read.roleOid)
      .execute();
    expect(new Map(grants.map((row) => [row.org_oid, row.valid_until]))).toEqual(
      new Map([
        [orgs.Ops, null],
        [orgs.Engineer, null],
      ]),
    );
    const left = await db
      .selectFrom("inducements")
      .select("org_oid")
      .where("role_oid", "=", merged.roleOid)
      .execute();
    expect(left).toEqual([]);
    const content = await db
      .selectFrom("access_role_entitlements")
      .select("role_oid")
      .where("client_id", "=", clientId)
      .where("access_role_oid", "=", role.json<{ oid: string }>().oid)
      .execute();
    expect(content).toEqual([{ role_oid: read.roleOid }]);
    const audited = await db
      .selectFrom("audit")
      .select("call")
      .where("target", "=", on.resourceId)
      .where("call", "=", "entitlements/mergeEntitlements")
      .execute();
    expect(audited).toHaveLength(1);

    // The system still has both names.
    await provide("1,ann,Read", "2,bob,read_", "3,cyd,Write", "4,dan,read_");
    await run();
    expect(await on.accounts()).toMatchObject({ ann: ["Read"], dan: ["Read"] });
    expect(await names("?sort=name")).toEqual(["Read", "Write"]);
    expectError(
      await on.owner.post(`${on.path}/entitlements`, { name: "read_", ...REVIEW }),
      "EINVALID",
    );
    await db.deleteFrom("inducements").where("role_oid", "=", read.roleOid).execute();
  });

  test("a merge refuses entitlements of other resources and the kept one itself", async () => {
    await create("Read");
    const { id } = await named("Read");
    expectError(await merge(id, [id], ""), "EINVALID");
    const other = await on.db
      .selectFrom("entitlements")
      .select("id")
      .where("resource_id", "=", on.directory.resources.crm)
      .executeTakeFirstOrThrow();
    expectError(await merge(id, [other.id], ""), "ENOTFOUND");
    expectError(
      await on.owner.get(`${pathOf(on.directory.clientId, randomUUID())}/entitlements`),
      "ENOTFOUND",
    );
  });
});
