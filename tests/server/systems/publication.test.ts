/** Publishing and deleting connected systems. */
import { describe, expect, test } from "vitest";
import type { SystemDeletion } from "#events/entities/systemConfiguration.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { addSystem, pathOf } from "./support.ts";
import { done, useSystemsApi } from "./systemsApi.ts";

oneDatabase((database) => {
  const { place, get, put, auditOf, addDirectory } = useSystemsApi(database);

  describe("[RES-11] publishing", () => {
    test("[RES-15] [RES-16] [RES-17] leads from Onboarding to Live and Unpublished Updates", async () => {
      const { path, configuration } = await addDirectory();
      const { version } = configuration;
      const listed = async (state: string) => {
        const { page } = await get<{ page: { totalElements: number } }>(
          `${place.base}/systems?kind=export&publication=${encodeURIComponent(state)}`,
        );
        return page.totalElements;
      };
      expect(await get(`${path}/publication`)).toMatchObject({
        publishedAt: null,
        changes: expect.arrayContaining([
          { path: "configuration/host", before: null, after: '"ldap.example"' },
          { path: "secrets", before: null, after: null },
        ]),
      });
      const confirm = (of: number) => place.owner.post(`${path}/confirmation`, { version: of });
      expectError(await confirm(version), "ECONFLICT");
      const published = done(await place.owner.post(`${path}/publication`, { version }));
      expect(published).toMatchObject({ published: true, unpublishedChanges: false });
      expect(await listed("Onboarding")).toBe(1);
      expect(expectError(await confirm(published.version), "ECONFLICT").message).toBe(
        "Test the integration first",
      );
      done(await place.owner.post(`${path}/test`));
      const confirmed = done(await confirm(published.version));
      expect(confirmed.confirmed).toBe(true);
      expect(await listed("Live")).toBe(1);
      const nothing = await place.owner.post(`${path}/publication`, { version: confirmed.version });
      expect(expectError(nothing, "ECONFLICT").message).toBe("There are no changes to publish");
      const { settings } = await get<{ settings: object }>(`${path}/import-settings`);
      place.api.clock.now = new Date(place.api.clock.now.getTime() + 60_000);
      const changed = done(
        await put(`${path}/import-settings`, {
          settings: { ...settings, everyMinutes: 60 },
          version: confirmed.version,
        }),
      );
      expect(await listed("Unpublished Updates")).toBe(1);
      expect(await get(`${path}/publication`)).toMatchObject({
        changes: [{ path: "everyMinutes", before: null, after: "60" }],
      });
      const live = done(
        await place.owner.post(`${path}/publication`, { version: changed.version }),
      );
      expect(live).toMatchObject({
        unpublishedChanges: false,
        nextRunAt: new Date(place.api.clock.now.getTime() + 3_600_000).toISOString(),
      });
      const paused = done(await put(`${path}/paused`, { paused: true, version: live.version }));
      expect(paused).toMatchObject({ paused: true, nextRunAt: null });
      const resumed = done(await put(`${path}/paused`, { paused: false, version: paused.version }));
      expect(resumed.nextRunAt).toEqual(expect.any(String));
    });

    test("a new secret is an unpublished change", async () => {
      const { path, configuration } = await addDirectory();
      const { version } = done(
        await place.owner.post(`${path}/publication`, { version: configuration.version }),
      );
      place.api.clock.now = new Date(place.api.clock.now.getTime() + 1000);
      done(
        await put(`${path}/configuration`, {
          values: [{ fieldId: "host", value: "ldap.example" }],
          secrets: [{ fieldId: "secret", value: "another" }],
          version,
        }),
      );
      expect(await get(`${path}/system`)).toMatchObject({ unpublishedChanges: true });
      expect(await get(`${path}/publication`)).toMatchObject({
        changes: [{ path: "secrets", before: null, after: null }],
      });
    });

    test("needs a valid configuration, and of an HR system the id of people", async () => {
      const { resourceId, version } = await addSystem(place.owner, place.clientId, { kind: "hr" });
      const refused = await place.owner.post(`${pathOf(place.clientId, resourceId)}/publication`, {
        version,
      });
      expect(expectError(refused, "EINVALID").fields?.map((one) => one.path)).toEqual([
        "/settings/configuration/file",
        "/settings/configuration/idColumn",
        "/settings/identity/externalId",
      ]);
    });
  });

  describe("deleting", () => {
    test("a system without content asks for nothing more", async () => {
      const { path, resourceId } = await addDirectory();
      const preview = await get<SystemDeletion>(`${path}/deletion`);
      expect(preview).toMatchObject({ accountCount: 0, policyCount: 0, accessRoleCount: 0 });
      const { fingerprint } = preview;
      const stale = { fingerprint: "x", removesGrants: false };
      expectError(await place.owner.post(`${path}/deletion`, stale), "ECONFLICT");
      done(await place.owner.post(`${path}/deletion`, { fingerprint, removesGrants: false }));
      expectError(await place.owner.get(`${path}/system`), "ENOTFOUND");
      for (const table of ["connected_systems", "system_secrets"] as const) {
        const rows = await place.db
          .selectFrom(table)
          .select("resource_id")
          .where("resource_id", "=", resourceId)
          .execute();
        expect(rows).toEqual([]);
      }
      const calls = (await auditOf(resourceId)).map(({ call }) => call);
      expect(calls).toContain("systems/deleteSystem");
    });

    test("takes entitlements out of policies and access roles only after confirmation", async () => {
      const { resources, orgs, roles } = place.directory;
      const erp = pathOf(place.clientId, resources.erp);
      await place.owner.post(`${place.base}/mp-orgs/${orgs.Ops}/induce`, [roles[0], roles[3]]);
      const role = await place.owner.post(`${place.base}/roles`, {
        name: "Bundle",
        description: "",
        resourceOid: resources.erp,
        entitlementOids: [roles[0], roles[3]],
        ownerOids: [],
      });
      expect(role.statusCode, role.body).toBe(201);
      const { oid } = role.json() as { oid: string };
      const preview = await get<SystemDeletion>(`${erp}/deletion`);
      expect(preview).toMatchObject({
        name: "E R_P",
        entitlementCount: 1,
        policyCount: 1,
        grantCount: 1,
        policies: [{ orgOid: orgs.Ops, grantCount: 1 }],
        accessRoleCount: 1,
      });
      const { fingerprint } = preview;
      const refused = await place.owner.post(`${erp}/deletion`, {
        fingerprint,
        removesGrants: false,
      });
      expect(expectError(refused, "ECONFLICT").message).toContain("1 policy grants");
      const keeper = await place.api.signIn("keeper");
      const crm = pathOf(place.clientId, resources.crm);
      const own = await get<SystemDeletion>(`${crm}/deletion`, keeper);
      const forbidden = await keeper.post(`${crm}/deletion`, {
        fingerprint: own.fingerprint,
        removesGrants: true,
      });
      expectError(forbidden, "EFORBIDDEN");
      const counts = await get<Record<string, number>>(`${place.base}/counts`);
      place.api.clock.now = new Date(place.api.clock.now.getTime() + 1000);
      done(await place.owner.post(`${erp}/deletion`, { fingerprint, removesGrants: true }));
      const policy = await get<{ _embedded: { inducements: unknown[] } }>(
        `${place.base}/mp-orgs/${orgs.Ops}/inducements`,
      );
      expect(policy._embedded.inducements).toHaveLength(1);
      const history = await get<{ _embedded: { changes: object[] } }>(
        `${place.base}/policy-changes?orgOid=${orgs.Ops}`,
      );
      expect(history._embedded.changes[0]).toMatchObject({ kind: "remove", removed: 1 });
      const after = await get<Record<string, number>>(`${place.base}/counts`);
      expect(after["resources"]).toBe((counts["resources"] ?? 0) - 1);
      expect(after["entitlements"]).toBe((counts["entitlements"] ?? 0) - 1);
      expect(after["accounts"]).toBe((counts["accounts"] ?? 0) - preview.accountCount);
      const bundle = await place.db
        .selectFrom("access_roles")
        .select(["version", "resource_id"])
        .where("oid", "=", oid)
        .executeTakeFirstOrThrow();
      expect(bundle).toEqual({ version: 2, resource_id: null });
    });
  });
});
