/** A manager of one resource undoes a change of access roles that have gained entitlements of other resources since. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PolicyChangePreview } from "#events/entities/policyChange.ts";
import { eachDatabase } from "../support/databases.ts";
import type { Browser } from "../support/api.ts";
import { expectError } from "../support/errors.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);

  /** An access role of the CRM, which its manager puts into the policy of an org and perhaps removes again. */
  const begin = async (operations: readonly ("add" | "remove")[]) => {
    const { db } = database.current;
    const { clientId, orgs, resources, roles } = setup.directory;
    const [ofCrm, , , ofErp] = roles;
    const oid = randomUUID();
    const at = setup.api.clock.now;
    const name = `Role ${oid}`;
    await db
      .insertInto("access_roles")
      .values({
        client_id: clientId,
        oid,
        name,
        resource_id: resources.crm,
        search_key: name.toLowerCase(),
        created_at: at,
        changed_at: at,
      })
      .execute();
    const include = (role_oid: string | undefined) =>
      db
        .insertInto("access_role_entitlements")
        .values({ client_id: clientId, access_role_oid: oid, role_oid: role_oid ?? "" })
        .execute();
    await include(ofCrm);
    const keeper = await setup.api.signIn("keeper");
    const base = `/api/clients/${clientId}`;
    const bulk = `${base}/resources/${resources.crm}/mp-orgs/bulk-update`;
    let id = "";
    for (const operation of operations) {
      const request = {
        operation,
        orgs: { all: false, oids: [orgs.Engineer] },
        roles: { all: false, oids: [oid] },
      };
      const preview = await keeper.post(`${bulk}/preview`, request);
      expect(preview.statusCode, preview.body).toBe(200);
      const { fingerprint } = preview.json<PolicyChangePreview>();
      id = randomUUID();
      const applied = await keeper.post(bulk, { ...request, fingerprint, id });
      expect(applied.statusCode, applied.body).toBe(200);
    }
    const undo = `${base}/policy-changes/${id}/undo`;
    const isGranted = async () => {
      const found = await db
        .selectFrom("inducements")
        .select("id")
        .where("role_oid", "=", oid)
        .execute();
      return found.length === 1;
    };
    const refuses = async (browser: Browser): Promise<void> => {
      for (const answer of [await browser.get(undo), await browser.post(undo, undefined)]) {
        expect(expectError(answer, "EFORBIDDEN").message).toBe(
          `You can't undo this change: ${name} now includes entitlements of other resources. ` +
            "Ask a user who may map roles for all resources",
        );
      }
    };
    const exclude = (role_oid: string | undefined) =>
      db
        .deleteFrom("access_role_entitlements")
        .where("access_role_oid", "=", oid)
        .where("role_oid", "=", role_oid ?? "")
        .execute();
    return { keeper, undo, isGranted, refuses, include, exclude, ofErp, oid };
  };

  for (const [effect, operations, granted] of [
    ["grants", ["add", "remove"], false],
    ["removes", ["add"], true],
  ] as const) {
    test(`[PERM-30] an undo that ${effect} entitlements of other resources is refused, and changes nothing`, async () => {
      const on = await begin(operations);
      await on.include(on.ofErp);
      await on.refuses(on.keeper);
      expect(await on.isGranted()).toBe(granted);
      // Not limited to resources.
      const mapper = await setup.api.signIn("mapper");
      expect((await mapper.get(on.undo)).statusCode).toBe(200);
      expect((await mapper.post(on.undo, undefined)).statusCode).toBe(200);
      expect(await on.isGranted()).toBe(!granted);
    });
  }

  test("[PERM-30] the undo of an undo is refused in the same way", async () => {
    const on = await begin(["add"]);
    const undone = await on.keeper.post(on.undo, undefined);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await on.isGranted()).toBe(false);
    await on.include(on.ofErp);
    const { id } = undone.json<{ id: string }>();
    const again = on.undo.replace(/[^/]+\/undo$/, `${id}/undo`);
    expectError(await on.keeper.post(again, undefined), "EFORBIDDEN");
    expect(await on.isGranted()).toBe(false);
  });

  test("[PERM-30] an undo is allowed again once the role has entitlements of the resource only", async () => {
    const on = await begin(["add", "remove"]);
    await on.include(on.ofErp);
    await on.refuses(on.keeper);
    await on.exclude(on.ofErp);
    expect((await on.keeper.get(on.undo)).json()).toMatchObject({ orgs: 1, added: 1 });
    expect((await on.keeper.post(on.undo, undefined)).statusCode).toBe(200);
    expect(await on.isGranted()).toBe(true);
  });

  test("[PERM-30] an undo is refused after the role was given to another resource", async () => {
    const on = await begin(["add", "remove"]);
    await database.current.db
      .updateTable("access_roles")
      .set({ resource_id: setup.directory.resources.erp })
      .where("oid", "=", on.oid)
      .execute();
    await on.refuses(on.keeper);
    expect(await on.isGranted()).toBe(false);
  });

  test("a role that the policy no longer has does not keep a manager from an undo", async () => {
    const on = await begin(["add"]);
    await on.include(on.ofErp);
    await database.current.db.deleteFrom("inducements").where("role_oid", "=", on.oid).execute();
    expect((await on.keeper.get(on.undo)).json()).toMatchObject({ orgs: 0, removed: 0 });
    expect((await on.keeper.post(on.undo, undefined)).statusCode).toBe(200);
  });
});
