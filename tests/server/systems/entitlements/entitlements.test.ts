/** The review of entitlements: lists, interim entitlements, updates, and comparison with the system. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type {
  DuplicateGroup,
  EntitlementRefresh,
  SavedEntitlement,
} from "#events/entities/entitlementReview.ts";
import { oneDatabase } from "../../support/databases.ts";
import { expectError } from "../../support/errors.ts";
import { REVIEW, useEntitlementReview } from "./entitlementReview.ts";

oneDatabase((database) => {
  const { on, provide, run, list, names, named, create, update } = useEntitlementReview(database);

  test("[ENT-1] [ENT-2] a list shows id, resource, position, holders and open imports", async () => {
    await provide("1,ann,Read", "2,bob,Read", "2,bob,Write", "3,cyd,read_");
    await run();
    expect((await update("Write", { position: 1, displayName: "Schreiben" })).statusCode).toBe(200);
    const { resourceId } = on;
    expect(await list()).toMatchObject([
      { resourceId, name: "Write", displayName: "Schreiben", position: 1, holderCount: 1 },
      { resourceId, name: "Read", position: null, holderCount: 2, updatingImport: false },
      { resourceId, name: "read_", position: null, holderCount: 1, interim: false },
    ]);
    expect(await names("?contains=schreib")).toEqual(["Write"]);
    expect(await names("?sort=name,desc")).toEqual(["Write", "read_", "Read"]);
    expect(await names("?show=duplicates")).toEqual(["Read", "read_"]);
    const groups = await on.owner.get(`${on.path}/entitlements/duplicates`);
    const { _embedded } = groups.json<{ _embedded: { groups: DuplicateGroup[] } }>();
    expect(_embedded.groups.map(({ entitlements }) => entitlements.map((of) => of.name))).toEqual([
      ["Read", "read_"],
    ]);

    await provide("1,ann,Read");
    const waiting = await on.run();
    expect(waiting.status).toBe("planned");
    expect((await list()).every(({ updatingImport }) => updatingImport)).toBe(true);
  });

  test("[ENT-12] [ENT-15] an interim entitlement is added, found as a duplicate, and deleted", async () => {
    const { entitlement, duplicates } = await create("Admins", { description: " Soon " });
    expect(entitlement).toMatchObject({ interim: true, description: "Soon", holderCount: 0 });
    expect(duplicates).toEqual([]);
    const second = await create("ädmins!");
    expect(second.duplicates.map(({ name }) => name).sort()).toEqual(["Admins", "ädmins!"]);
    expect(await names("?show=interim")).toHaveLength(2);
    const again = await on.owner.post(`${on.path}/entitlements`, { name: "Admins", ...REVIEW });
    expectError(again, "EINVALID");
    const gone = await on.owner.send("DELETE", `${on.path}/entitlements/${second.entitlement.id}`);
    expect(gone.json()).toEqual({ id: second.entitlement.id, name: "ädmins!" });
    expect(await names()).toEqual(["Admins"]);
    const system = (await on.owner.get(`${on.path}/system`)).json<{ entitlementCount: number }>();
    expect(system.entitlementCount).toBe(1);
  });

  test("[ENT-16] an update answers with the entitlements of the same name, and refuses old versions", async () => {
    await create("Read");
    await create("Write");
    const saved = await update("Write", { displayName: " r-e-a-d " });
    const { entitlement, duplicates } = saved.json<SavedEntitlement>();
    expect(entitlement).toMatchObject({ displayName: "r-e-a-d", version: 2 });
    expect(duplicates.map(({ name }) => name)).toEqual(["Read", "Write"]);
    expectError(await update("Write", { version: 1 }), "ECONFLICT");
    expectError(await update("Write", { position: 0 }), "EINVALID");
    expectError(await update("Write", { ownerId: on.directory.users.archived }), "EINVALID");
    expect((await update("Write", { ownerId: on.directory.users.keeper })).statusCode).toBe(200);
    expect(await named("Write")).toMatchObject({ owner: "keeper", displayName: null });
  });

  test("an import makes an interim entitlement real, and then it cannot be deleted", async () => {
    await create("Write");
    await create("Later");
    await provide("1,ann,Read", "1,ann,Write");
    await run();
    expect(await names("?show=interim")).toEqual(["Later"]);
    const { id } = await named("Write");
    expectError(await on.owner.send("DELETE", `${on.path}/entitlements/${id}`), "ECONFLICT");
  });

  test("an interim entitlement that a policy grants is not deleted", async () => {
    const { entitlement } = await create("Read");
    await on.db
      .insertInto("inducements")
      .values({
        client_id: on.directory.clientId,
        id: randomUUID(),
        org_oid: on.directory.orgs.Ops,
        role_oid: entitlement.roleOid,
        created_at: on.api.clock.now,
      })
      .execute();
    const refused = await on.owner.send("DELETE", `${on.path}/entitlements/${entitlement.id}`);
    expectError(refused, "ECONFLICT");
    await on.db.deleteFrom("inducements").where("role_oid", "=", entitlement.roleOid).execute();
  });

  test("[ENT-5] a refresh compares entitlements with what the system last contained", async () => {
    await provide("1,ann,Read", "2,bob,Write");
    await run();
    await create("Later");
    await provide("1,ann,Read", "2,bob,Read");
    await run();
    const refreshed = await on.owner.post(`${on.path}/entitlements/refresh`);
    expect(refreshed.json<EntitlementRefresh>()).toMatchObject({
      entitlementCount: 3,
      missingCount: 1,
      becameRealCount: 0,
    });
    expect(await names("?show=missing")).toEqual(["Write"]);
    expect(await named("Read")).toMatchObject({ reported: true });
    expect(await named("Later")).toMatchObject({ reported: false, interim: true });
  });
});
