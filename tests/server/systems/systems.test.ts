/** Connected systems: adding, limits, lists and settings. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { Publication } from "#events/entities/systemConfiguration.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { OAUTH_ID } from "../support/oauthConnector.ts";
import { addSystem, configureCsv, MANUAL_ID, newSystem, pathOf } from "./support.ts";
import { done, statuses, useSystemsApi } from "./systemsApi.ts";

oneDatabase((database) => {
  const { place, get, put, auditOf, limits, addDirectory } = useSystemsApi(database);

  describe("adding a system", () => {
    test("[RES-3] [RES-22] gives a resource with the fields of a system", async () => {
      const before = await get<{ resources: number }>(`${place.base}/counts`);
      const system = await addSystem(place.owner, place.clientId, {
        name: "  Payroll ",
        description: "HR",
        kind: "hr",
        ownerId: place.directory.users.keeper,
      });
      expect(system).toEqual({
        id: system.resourceId,
        resourceId: expect.any(String),
        connectorId: 1,
        name: "Payroll",
        description: "HR",
        type: "hr",
        kind: "hr",
        connector: { name: "csv", type: "hr", supportsActivation: false },
        confirmed: false,
        locked: false,
        published: false,
        unpublishedChanges: false,
        progress: { initialImportComplete: false },
        inbound: true,
        outbound: false,
        importTaskOid: null,
        planWaits: false,
        paused: false,
        ownerId: place.directory.users.keeper,
        owner: "keeper",
        nextRunAt: null,
        lastRunAt: null,
        testedAt: null,
        test: null,
        capabilities: expect.objectContaining({ paging: true, write: false }),
        openTaskCount: 0,
        failedChangeCount: 0,
        accountCount: 0,
        entitlementCount: 0,
        version: 1,
      });
      expect(await get(`${place.base}/counts`)).toMatchObject({ resources: before.resources + 1 });
      expect(await auditOf(system.resourceId)).toMatchObject([
        {
          call: "systems/createSystem",
          actor: "owner",
          after: { name: "Payroll", connector: "csv", kind: "hr" },
        },
      ]);
    });

    test("names are unique in the client", async () => {
      const { name } = await addSystem(place.owner, place.clientId);
      for (const taken of [name, ` ${name} `]) {
        const refused = await place.owner.post(`${place.base}/systems`, newSystem({ name: taken }));
        expect(expectError(refused, "EINVALID").fields).toEqual([
          { path: "/body/name", message: "Another resource has this name" },
        ]);
      }
    });

    test.each([
      ["name", { name: "  " }],
      ["name", { name: "a\nb" }],
      ["ownerId", { ownerId: randomUUID() }],
      ["connectorId", { connectorId: 77 }],
      ["kind", { connectorId: MANUAL_ID, kind: "export" }],
    ])("an invalid %s is refused", async (name, more) => {
      const refused = await place.owner.post(`${place.base}/systems`, newSystem(more));
      expect(expectError(refused, "EINVALID").fields).toMatchObject([{ path: `/body/${name}` }]);
    });

    test("archived users and those of other clients cannot own it", async () => {
      for (const ownerId of [place.directory.users.archived, place.directory.users.stranger]) {
        expectError(
          await place.owner.post(`${place.base}/systems`, newSystem({ ownerId })),
          "EINVALID",
        );
      }
    });

    test.each([
      ["[RES-28] limitSelfCertified", "limit_self_certified", MANUAL_ID, "manual"],
      ["[RES-29] limitSystemExport", "limit_system_export", 1, "export"],
      ["[RES-30] limitApi", "limit_api", OAUTH_ID, "api"],
    ])("%s limits the systems of its kind", async (_, column, connectorId, kind) => {
      const add = () => place.owner.post(`${place.base}/systems`, newSystem({ connectorId, kind }));
      await limits({ [column]: 1 });
      try {
        const status = async () =>
          (await get<Record<string, unknown>>(`${place.base}/systems/limits`))[kind];
        expect(await status()).toEqual({ limit: 1, used: 0, isReached: false });
        done(await add());
        expect(await status()).toEqual({ limit: 1, used: 1, isReached: true });
        expect(expectError(await add(), "ECONFLICT").message).toContain("1 system of this kind");
        const other =
          kind === "manual" ? newSystem() : newSystem({ connectorId: MANUAL_ID, kind: "manual" });
        done(await place.owner.post(`${place.base}/systems`, other));
      } finally {
        await limits({ [column]: null });
      }
    });

    test("[RES-31] without a limit, any number is possible", async () => {
      await limits({ limit_system_export: null });
      for (let at = 0; at < 3; at++) await addSystem(place.owner, place.clientId);
    });

    test("concurrent requests do not exceed the limit", async () => {
      await limits({ limit_system_export: 2 });
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => place.owner.post(`${place.base}/systems`, newSystem())),
      );
      await limits({ limit_system_export: null });
      expect(statuses(answers)).toEqual([201, 201, 409, 409, 409, 409]);
    });

    test("[RES-7] a client has one HR system, whose confirmation opens the later steps", async () => {
      const { path, resourceId } = await addDirectory("ldap.example", { kind: "hr" });
      expectError(
        await place.owner.post(`${place.base}/systems`, newSystem({ kind: "hr" })),
        "ECONFLICT",
      );
      const other = await addSystem(place.owner, place.clientId);
      expect(other.locked).toBe(true);
      const otherPath = pathOf(place.clientId, other.resourceId);
      const { version: configured } = await configureCsv(place.owner, otherPath);
      const refused = await place.owner.post(`${otherPath}/publication`, { version: configured });
      expect(expectError(refused, "ECONFLICT").message).toBe("Confirm the HR system first");
      const { settings, version } = await get<{ settings: object; version: number }>(
        `${path}/import-settings`,
      );
      const saved = done(
        await put(`${path}/import-settings`, {
          settings: { ...settings, identity: { externalId: "uid" } },
          version,
        }),
      );
      done(await place.owner.post(`${path}/test`));
      const published = done(
        await place.owner.post(`${path}/publication`, { version: saved.version }),
      );
      done(await place.owner.post(`${path}/confirmation`, { version: published.version }));
      expect(await get(`${otherPath}/system`)).toMatchObject({ locked: false });
      expect(await get(`${place.base}/systems?kind=hr`)).toMatchObject({
        _embedded: { systems: [{ id: resourceId, type: "hr", confirmed: true }] },
      });
    });

    test("the user who adds it can open it, and users without access are refused", async () => {
      const { db } = place;
      const codes = [
        ...PERMISSION_GROUPS.ManageAllResources,
        ...PERMISSION_GROUPS.ManageOwnResources,
      ];
      const { role_id: roleId } = await db
        .selectFrom("user_roles")
        .select("role_id")
        .where("user_id", "=", place.directory.users.mapper)
        .executeTakeFirstOrThrow();
      const { permissions } = await db
        .selectFrom("roles")
        .select("permissions")
        .where("id", "=", roleId)
        .executeTakeFirstOrThrow();
      await db.updateTable("roles").set({ permissions: codes }).where("id", "=", roleId).execute();
      try {
        const mapper = await place.api.signIn("mapper");
        const mine = await addSystem(mapper, place.clientId);
        const others = await addSystem(place.owner, place.clientId);
        const path = pathOf(place.clientId, mine.resourceId);
        expect(await get(`${path}/system`, mapper)).toMatchObject({ id: mine.resourceId });
        const foreign = pathOf(place.clientId, others.resourceId);
        expectError(await mapper.get(`${foreign}/system`), "EFORBIDDEN");
        expectError(await mapper.post(`${foreign}/test`), "EFORBIDDEN");
        expect(await auditOf(mine.resourceId)).toMatchObject([
          { after: { openedFor: place.directory.users.mapper } },
        ]);
      } finally {
        await db.updateTable("roles").set({ permissions }).where("id", "=", roleId).execute();
      }
    });
  });

  describe("lists", () => {
    test("[RES-8] [RES-19] imported resources and systems are one list, by name, kind and state", async () => {
      await addSystem(place.owner, place.clientId, { name: "Zebra" });
      const { version, ...manual } = await addSystem(place.owner, place.clientId, {
        name: "Badges",
        connectorId: MANUAL_ID,
        kind: "manual",
      });
      const path = pathOf(place.clientId, manual.resourceId);
      const published = done(await place.owner.post(`${path}/publication`, { version }));
      done(await place.owner.post(`${path}/confirmation`, { version: published.version }));
      const names = async (query: string, browser = place.owner) => {
        const list = await get<{ _embedded: { systems: ConnectedSystem[] } }>(
          `${place.base}/systems?${query}`,
          browser,
        );
        return list._embedded.systems.map(({ name }) => name);
      };
      const all = await names("size=100");
      expect(all).toEqual(expect.arrayContaining(["Badges", "Zebra"]));
      expect(await names("contains=zEb")).toEqual(["Zebra"]);
      expect(await names("kind=manual")).toEqual(["Badges"]);
      expect(await names("kind=files&contains=Badges")).toEqual([]);
      expect(await names("publication=Live&contains=Badges")).toEqual(["Badges"]);
      expect(await names("publication=Onboarding&contains=Zebra")).toEqual(["Zebra"]);
      expect(await names("publication=Unpublished%20Updates")).toEqual([]);
      expect(await names("sort=accountCount,desc&size=1")).toHaveLength(1);
      const keeper = await place.api.signIn("keeper");
      expect(await names("size=100", keeper)).toEqual(["CRM"]);
      const guest = await place.api.signIn("guest");
      expectError(await guest.get(`${place.base}/systems`), "EFORBIDDEN");
    });

    test("an imported resource has no connector", async () => {
      const path = pathOf(place.clientId, place.directory.resources.crm);
      expect(await get(`${path}/system`)).toMatchObject({
        connectorId: -1,
        connector: null,
        kind: null,
        confirmed: true,
        published: true,
      });
      expectError(await place.owner.get(`${path}/configuration`), "ENOTFOUND");
    });
  });

  describe("the setup", () => {
    test("[RES-21] changes name, description and owner of the version that was seen", async () => {
      const { resourceId, version } = await addSystem(place.owner, place.clientId);
      const path = pathOf(place.clientId, resourceId);
      const setup = { name: "Renamed", description: "New", ownerId: place.directory.users.owner };
      const changed = done(await put(`${path}/setup`, { ...setup, version }));
      expect(changed).toMatchObject({ ...setup, owner: "owner", version: version + 1 });
      expectError(await put(`${path}/setup`, { ...setup, version }), "ECONFLICT");
      const crm = { ...setup, name: "CRM", version: changed.version };
      expectError(await put(`${path}/setup`, crm), "EINVALID");
      expect(await get(`${path}/system`)).toEqual(changed);
    });
  });

  describe("settings", () => {
    test("of the import are checked against the discovered attributes", async () => {
      const { path } = await addDirectory();
      const read = () => get<{ settings: object; version: number }>(`${path}/import-settings`);
      const { settings, version } = await read();
      const save = (more: object) =>
        put(`${path}/import-settings`, { settings: { ...settings, ...more }, version });
      done(await place.owner.post(`${path}/refresh`));
      const paths = async (more: object) =>
        expectError(await save(more), "EINVALID").fields?.map((one) => one.path);
      expect(await paths({ owner: { attribute: "nope", field: "email" } })).toEqual([
        "/body/settings/owner/attribute",
      ]);
      expect(await paths({ identity: { externalId: "uid" } })).toEqual(["/body/settings/identity"]);
      expect(await paths({ excludedEntitlements: ["ok", " "] })).toEqual([
        "/body/settings/excludedEntitlements",
      ]);
      expect(await paths({ includedEntitlements: ["ok", "x".repeat(255), "a\nb"] })).toEqual([
        "/body/settings/includedEntitlements",
      ]);
      const changed = done(
        await save({
          owner: { attribute: "mail", field: "email" },
          excludedEntitlements: ["a*", "a*"],
        }),
      );
      expect(changed).toMatchObject({
        settings: { owner: { attribute: "mail" }, excludedEntitlements: ["a*"] },
        version: version + 1,
      });
      expect(await read()).toEqual(changed);
      expectError(await save({ graceDays: 3 }), "ECONFLICT");
      const saved = async (more: object) => {
        const now = await read();
        done(
          await put(`${path}/import-settings`, {
            ...now,
            settings: { ...now.settings, ...more },
          }),
        );
        return (await read()).settings;
      };
      expect(await saved({ includedEntitlements: [" app-*", "app-*"] })).toMatchObject({
        includedEntitlements: ["app-*"],
      });
      // A form that does not know them leaves them as they are.
      expect(await saved({ includedEntitlements: undefined, graceDays: 3 })).toMatchObject({
        includedEntitlements: ["app-*"],
        graceDays: 3,
      });
      expect(await saved({ includedEntitlements: [] })).not.toHaveProperty("includedEntitlements");
    });

    test("limit how many writes per minute provisioning makes", async () => {
      const { path, resourceId } = await addDirectory();
      const { settings, version } = await get<{ settings: object; version: number }>(
        `${path}/import-settings`,
      );
      expect(settings).toMatchObject({ writesPerMinute: 600 });
      const save = (writesPerMinute: unknown) =>
        put(`${path}/import-settings`, { settings: { ...settings, writesPerMinute }, version });
      for (const refused of [0, 6001, 1.5, "60"]) expectError(await save(refused), "EINVALID");
      done(await save(60));
      const { changes } = await get<Publication>(`${path}/publication`);
      expect(changes).toContainEqual(
        expect.objectContaining({ path: "writesPerMinute", after: "60" }),
      );
      expect(await auditOf(resourceId)).toContainEqual(
        expect.objectContaining({
          call: "systems/saveImportSettings",
          before: { writesPerMinute: 600 },
          after: { writesPerMinute: 60 },
        }),
      );
    });

    test("[RES-2] [RES-27] of the activation are limited to what the connector can do", async () => {
      const { resourceId, version } = await addSystem(place.owner, place.clientId);
      const path = `${pathOf(place.clientId, resourceId)}/activation-settings`;
      const { settings } = await get<{ settings: object }>(path);
      expect(settings).toEqual({
        onLeave: "keep",
        afterDays: 0,
        enableOnReturn: false,
        activityAttribute: "",
        dormantAfterDays: 90,
        automaticPreviews: true,
      });
      const refused = await put(path, { settings: { ...settings, onLeave: "disable" }, version });
      expect(expectError(refused, "EINVALID").fields).toMatchObject([
        { path: "/body/settings/onLeave" },
      ]);
      const saved = done(await put(path, { settings: { ...settings, afterDays: 5 }, version }));
      expect(await get(path)).toEqual(saved);
    });

    test("[IDN-2] of the last activity name an attribute that the accounts have", async () => {
      const { path, resourceId } = await addDirectory();
      done(await place.owner.post(`${path}/refresh`));
      const { settings, version } = await get<{ settings: object; version: number }>(
        `${path}/activation-settings`,
      );
      const save = (change: object) =>
        put(`${path}/activation-settings`, { settings: { ...settings, ...change }, version });
      expect(
        expectError(await save({ activityAttribute: "nope" }), "EINVALID").fields,
      ).toMatchObject([{ path: "/body/settings/activityAttribute" }]);
      for (const refused of [0, 3651, 1.5]) {
        expectError(await save({ dormantAfterDays: refused }), "EINVALID");
      }
      const change = { activityAttribute: "uid", dormantAfterDays: 30 };
      done(await save(change));
      expect(await get(`${path}/activation-settings`)).toMatchObject({ settings: change });
      expect(await auditOf(resourceId)).toContainEqual(
        expect.objectContaining({
          call: "systems/saveActivationSettings",
          after: expect.objectContaining(change),
        }),
      );
    });
  });
});
