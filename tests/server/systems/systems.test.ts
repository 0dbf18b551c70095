/** Connected systems: setup, limits, configuration, secrets, files, tests, publication, deletion. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemConfiguration, SystemDeletion } from "#events/entities/systemConfiguration.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import { ConnectorError, emptyRead, type Connector } from "#server/connectors/contract.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { GOOD_CODE, OAUTH_ID, oauthConnector, redeemed } from "../support/oauthConnector.ts";
import {
  addSystem,
  configureCsv,
  MANUAL_ID,
  newSystem,
  pathOf,
  PEOPLE,
  upload,
} from "./support.ts";

const SECRET = "s3cret-of-the-test";

const field = {
  group: "connection",
  required: true,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
};

/** How the next connection of the server behaves. */
const behaviour = {
  hangs: false,
  connected: [] as unknown[],
  whileTested: async () => {},
};

/** A system with a secret, which can hang and complain. */
const directoryConnector: Connector = {
  ...oauthConnector,
  id: 9002,
  key: "directory",
  kinds: ["export", "hr"],
  authorization: null,
  fields: [
    { ...field, id: "host", type: "TEXT" },
    { ...field, id: "port", type: "INT", minimum: 1, maximum: 65_535, initial: 636 },
    { ...field, id: "secret", type: "SECRET" },
    { ...field, id: "secure", type: "BOOL", required: false, initial: true },
    {
      ...field,
      id: "certificate",
      type: "FILE",
      required: false,
      when: { field: "secure", isOneOf: [true] },
    },
  ],
  open: async (configuration, environment) => {
    behaviour.connected.push(configuration);
    if (behaviour.hangs) return new Promise(() => {});
    return {
      test: async () => {
        await behaviour.whileTested();
        const { host } = configuration;
        if (host === "rotates") await environment.storeSecrets?.({ secret: "the next secret" });
        if (host === "broken") throw new TypeError(`broken by ${String(configuration["secret"])}`);
        if (host === "wrong") {
          const said = `Bind as ${String(configuration["secret"])} failed`;
          throw new ConnectorError("credentialsRefused", "signIn", said);
        }
        if (host === "169.254.169.254") await environment.resolveHost(host, 80);
        return ["resolve", "connect", "secure", "signIn", "find", "read"];
      },
      discoverSchema: async () => [
        {
          name: "person",
          role: "account",
          idAttribute: "uid",
          nameAttribute: "uid",
          memberAttribute: null,
          attributes: ["uid", "mail"].map((name) => ({
            name,
            multiple: false,
            required: false,
            writable: false,
          })),
        },
      ],
      search: emptyRead,
      sync: null,
      writer: null,
      close: async () => {},
    };
  },
};

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let clientId: string;
  let base: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const { createConnectors } = await import("#server/connectors/registry.ts");
    const { readConfig } = await import("#server/config.ts");
    api = await createApi(database.current, {
      connectors: [...createConnectors(readConfig({})), oauthConnector, directoryConnector],
      systemTime: 300,
    });
    owner = await api.signIn("owner");
    ({ clientId } = directory);
    base = `/api/clients/${clientId}`;
    return () => api.app.close();
  });

  afterEach(async () => {
    Object.assign(behaviour, { hangs: false, connected: [], whileTested: async () => {} });
    const { db } = database.current;
    await db.deleteFrom("connected_systems").execute();
  });

  const get = async <Body>(path: string, browser = owner): Promise<Body> => {
    const response = await browser.get(path);
    expect(response.statusCode, response.body).toBe(200);
    return response.json() as Body;
  };
  const put = (path: string, body: unknown) => owner.send("PUT", path, { body });
  const done = (response: { statusCode: number; body: string; json: () => unknown }) => {
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json() as ConnectedSystem;
  };
  const statuses = (answers: readonly { readonly statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
  /** In any order: the clock of the tests stands still. */
  const auditOf = (target: string) =>
    database.current.db.selectFrom("audit").selectAll().where("target", "=", target).execute();
  const limits = (values: Record<string, number | null>) =>
    database.current.db.updateTable("clients").set(values).where("id", "=", clientId).execute();

  /** A system of the connector with a secret, configured. */
  const addDirectory = async (host = "ldap.example", more = {}) => {
    const { resourceId, version } = await addSystem(owner, clientId, {
      connectorId: directoryConnector.id,
      ...more,
    });
    const path = pathOf(clientId, resourceId);
    const saved = await put(`${path}/configuration`, {
      values: [{ fieldId: "host", value: host }],
      secrets: [{ fieldId: "secret", value: SECRET }],
      version,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    return { resourceId, path, configuration: saved.json() as SystemConfiguration };
  };

  describe("adding a system", () => {
    test("[RES-3] [RES-22] gives a resource with the fields of a system", async () => {
      const before = await get<{ resources: number }>(`${base}/counts`);
      const system = await addSystem(owner, clientId, {
        name: "  Payroll ",
        description: "HR",
        kind: "hr",
        ownerId: directory.users.keeper,
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
        paused: false,
        ownerId: directory.users.keeper,
        owner: "keeper",
        nextRunAt: null,
        lastRunAt: null,
        testedAt: null,
        test: null,
        capabilities: expect.objectContaining({ paging: true, write: false }),
        openTaskCount: 0,
        accountCount: 0,
        entitlementCount: 0,
        version: 1,
      });
      expect(await get(`${base}/counts`)).toMatchObject({ resources: before.resources + 1 });
      expect(await auditOf(system.resourceId)).toMatchObject([
        {
          call: "systems/createSystem",
          actor: "owner",
          after: { name: "Payroll", connector: "csv", kind: "hr" },
        },
      ]);
    });

    test("names are unique in the client", async () => {
      const { name } = await addSystem(owner, clientId);
      for (const taken of [name, ` ${name} `]) {
        const refused = await owner.post(`${base}/systems`, newSystem({ name: taken }));
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
      const refused = await owner.post(`${base}/systems`, newSystem(more));
      expect(expectError(refused, "EINVALID").fields).toMatchObject([{ path: `/body/${name}` }]);
    });

    test("archived users and those of other clients cannot own it", async () => {
      for (const ownerId of [directory.users.archived, directory.users.stranger]) {
        expectError(await owner.post(`${base}/systems`, newSystem({ ownerId })), "EINVALID");
      }
    });

    test.each([
      ["[RES-28] limitSelfCertified", "limit_self_certified", MANUAL_ID, "manual"],
      ["[RES-29] limitSystemExport", "limit_system_export", 1, "export"],
      ["[RES-30] limitApi", "limit_api", OAUTH_ID, "api"],
    ])("%s limits the systems of its kind", async (_, column, connectorId, kind) => {
      const add = () => owner.post(`${base}/systems`, newSystem({ connectorId, kind }));
      await limits({ [column]: 1 });
      try {
        const status = async () =>
          (await get<Record<string, unknown>>(`${base}/systems/limits`))[kind];
        expect(await status()).toEqual({ limit: 1, used: 0, isReached: false });
        done(await add());
        expect(await status()).toEqual({ limit: 1, used: 1, isReached: true });
        expect(expectError(await add(), "ECONFLICT").message).toContain("1 system of this kind");
        const other =
          kind === "manual" ? newSystem() : newSystem({ connectorId: MANUAL_ID, kind: "manual" });
        done(await owner.post(`${base}/systems`, other));
      } finally {
        await limits({ [column]: null });
      }
    });

    test("[RES-31] without a limit, any number is possible", async () => {
      await limits({ limit_system_export: null });
      for (let at = 0; at < 3; at++) await addSystem(owner, clientId);
    });

    test("concurrent requests do not exceed the limit", async () => {
      await limits({ limit_system_export: 2 });
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => owner.post(`${base}/systems`, newSystem())),
      );
      await limits({ limit_system_export: null });
      expect(statuses(answers)).toEqual([201, 201, 409, 409, 409, 409]);
    });

    test("[RES-7] a client has one HR system, whose confirmation opens the later steps", async () => {
      const { path, resourceId } = await addDirectory("ldap.example", { kind: "hr" });
      expectError(await owner.post(`${base}/systems`, newSystem({ kind: "hr" })), "ECONFLICT");
      const other = await addSystem(owner, clientId);
      expect(other.locked).toBe(true);
      const otherPath = pathOf(clientId, other.resourceId);
      const { version: configured } = await configureCsv(owner, otherPath);
      const refused = await owner.post(`${otherPath}/publication`, { version: configured });
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
      done(await owner.post(`${path}/test`));
      const published = done(await owner.post(`${path}/publication`, { version: saved.version }));
      done(await owner.post(`${path}/confirmation`, { version: published.version }));
      expect(await get(`${otherPath}/system`)).toMatchObject({ locked: false });
      expect(await get(`${base}/systems?kind=hr`)).toMatchObject({
        _embedded: { systems: [{ id: resourceId, type: "hr", confirmed: true }] },
      });
    });

    test("whoever adds it can open it, and users who may not are refused", async () => {
      const { db } = database.current;
      const codes = [
        ...PERMISSION_GROUPS.ManageAllResources,
        ...PERMISSION_GROUPS.ManageOwnResources,
      ];
      const { role_id: roleId } = await db
        .selectFrom("user_roles")
        .select("role_id")
        .where("user_id", "=", directory.users.mapper)
        .executeTakeFirstOrThrow();
      const { permissions } = await db
        .selectFrom("roles")
        .select("permissions")
        .where("id", "=", roleId)
        .executeTakeFirstOrThrow();
      await db.updateTable("roles").set({ permissions: codes }).where("id", "=", roleId).execute();
      try {
        const mapper = await api.signIn("mapper");
        const mine = await addSystem(mapper, clientId);
        const others = await addSystem(owner, clientId);
        const path = pathOf(clientId, mine.resourceId);
        expect(await get(`${path}/system`, mapper)).toMatchObject({ id: mine.resourceId });
        const foreign = pathOf(clientId, others.resourceId);
        expectError(await mapper.get(`${foreign}/system`), "EFORBIDDEN");
        expectError(await mapper.post(`${foreign}/test`), "EFORBIDDEN");
        expect(await auditOf(mine.resourceId)).toMatchObject([
          { after: { openedFor: directory.users.mapper } },
        ]);
      } finally {
        await db.updateTable("roles").set({ permissions }).where("id", "=", roleId).execute();
      }
    });
  });

  describe("lists", () => {
    test("[RES-8] [RES-19] imported resources and systems are one list, by name, kind and state", async () => {
      await addSystem(owner, clientId, { name: "Zebra" });
      const { version, ...manual } = await addSystem(owner, clientId, {
        name: "Badges",
        connectorId: MANUAL_ID,
        kind: "manual",
      });
      const path = pathOf(clientId, manual.resourceId);
      const published = done(await owner.post(`${path}/publication`, { version }));
      done(await owner.post(`${path}/confirmation`, { version: published.version }));
      const names = async (query: string, browser = owner) => {
        const list = await get<{ _embedded: { systems: ConnectedSystem[] } }>(
          `${base}/systems?${query}`,
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
      const keeper = await api.signIn("keeper");
      expect(await names("size=100", keeper)).toEqual(["CRM"]);
      const guest = await api.signIn("guest");
      expectError(await guest.get(`${base}/systems`), "EFORBIDDEN");
    });

    test("an imported resource has no connector", async () => {
      const path = pathOf(clientId, directory.resources.crm);
      expect(await get(`${path}/system`)).toMatchObject({
        connectorId: -1,
        connector: null,
        kind: null,
        confirmed: true,
        published: true,
      });
      expectError(await owner.get(`${path}/configuration`), "ENOTFOUND");
    });
  });

  describe("the setup", () => {
    test("[RES-21] changes name, description and owner of the version that was seen", async () => {
      const { resourceId, version } = await addSystem(owner, clientId);
      const path = pathOf(clientId, resourceId);
      const setup = { name: "Renamed", description: "New", ownerId: directory.users.owner };
      const changed = done(await put(`${path}/setup`, { ...setup, version }));
      expect(changed).toMatchObject({ ...setup, owner: "owner", version: version + 1 });
      expectError(await put(`${path}/setup`, { ...setup, version }), "ECONFLICT");
      const crm = { ...setup, name: "CRM", version: changed.version };
      expectError(await put(`${path}/setup`, crm), "EINVALID");
      expect(await get(`${path}/system`)).toEqual(changed);
    });
  });

  describe("the configuration", () => {
    test("[CONN-3] [CONN-4] [CONN-9] has a value with id and fieldId for each field", async () => {
      const { resourceId, configuration } = await addDirectory();
      expect(configuration.fields.map(({ id }) => id)).toEqual([
        "host",
        "port",
        "secret",
        "secure",
        "certificate",
      ]);
      expect(configuration.values).toEqual([
        { id: `${resourceId}/host`, fieldId: "host", value: "ldap.example", isSet: true },
        { id: `${resourceId}/port`, fieldId: "port", value: 636, isSet: true },
        { id: `${resourceId}/secret`, fieldId: "secret", value: null, isSet: true },
        { id: `${resourceId}/secure`, fieldId: "secure", value: true, isSet: true },
        { id: `${resourceId}/certificate`, fieldId: "certificate", value: null, isSet: false },
      ]);
    });

    test("a secret is stored encrypted, and is in no answer and no audit row", async () => {
      const { path, resourceId } = await addDirectory("wrong");
      const { db } = database.current;
      const row = await db
        .selectFrom("system_secrets")
        .selectAll()
        .where("resource_id", "=", resourceId)
        .executeTakeFirstOrThrow();
      expect(row.sealed.includes(SECRET)).toBe(false);
      const secrets = createSecrets(Buffer.alloc(32, 7));
      const context = `system ${clientId} ${resourceId} secret`;
      expect(secrets.decrypt(row.sealed, context).toString()).toBe(SECRET);
      expect(() => secrets.decrypt(row.sealed, `${context}2`)).toThrow("cannot be decrypted");
      const answers = [
        await owner.get(`${path}/configuration`),
        await owner.get(`${path}/publication`),
        await owner.post(`${path}/test`),
        await owner.get(`${path}/system`),
      ].map(({ body }) => body);
      const audits = JSON.stringify(await auditOf(resourceId));
      expect([...answers, audits].filter((text) => text.includes(SECRET))).toEqual([]);
      expect(audits).toContain('"secrets":["secret"]');
      expect(behaviour.connected).toEqual([
        { host: "wrong", port: 636, secret: SECRET, secure: true },
      ]);
    });

    test("secrets that are not sent stay, and empty ones are removed", async () => {
      const { path, configuration } = await addDirectory();
      const save = (version: number, values: object, secrets: Record<string, string> = {}) =>
        put(`${path}/configuration`, {
          values: Object.entries(values).map(([fieldId, value]) => ({ fieldId, value })),
          secrets: Object.entries(secrets).map(([fieldId, value]) => ({ fieldId, value })),
          version,
        });
      const host = "ldap.example";
      const { version, values } = done(
        await save(configuration.version, { host, secure: false }),
      ) as unknown as SystemConfiguration;
      expect(values[2]).toMatchObject({ fieldId: "secret", isSet: true });
      const removed = await save(version, { host }, { secret: "" });
      expect(expectError(removed, "EINVALID").fields).toMatchObject([
        { path: "/body/values/secret" },
      ]);
    });

    test("a new address needs the secrets again, so that nobody sends them to another server", async () => {
      const { path, resourceId, configuration } = await addDirectory();
      const save = (values: object, secrets: readonly object[]) =>
        put(`${path}/configuration`, {
          values: Object.entries(values).map(([fieldId, value]) => ({ fieldId, value })),
          secrets,
          version: configuration.version,
        });
      for (const values of [{ host: "evil.example" }, { host: "ldap.example", port: 389 }]) {
        expect(expectError(await save(values, []), "EINVALID").fields).toEqual([
          {
            path: "/body/values/secret",
            message: "Enter this secret again, because the address or its protection changes",
          },
        ]);
      }
      const again = [{ fieldId: "secret", value: SECRET }];
      done(await save({ host: "new.example" }, again));
      const after = (await auditOf(resourceId)).map((entry) => entry.after);
      expect(after).toContainEqual(
        expect.objectContaining({ host: "new.example", secrets: ["secret"] }),
      );
    });

    test("a change of another version is refused", async () => {
      const { path, configuration } = await addDirectory();
      const body = {
        values: [{ fieldId: "host", value: "a.example" }],
        secrets: [{ fieldId: "secret", value: SECRET }],
        version: configuration.version,
      };
      const answers = await Promise.all([
        put(`${path}/configuration`, body),
        put(`${path}/configuration`, {
          ...body,
          values: [{ fieldId: "host", value: "b.example" }],
        }),
      ]);
      expect(statuses(answers)).toEqual([200, 409]);
    });

    test.each([
      ["host", [{ fieldId: "host", value: "a\u0001b" }]],
      ["host", [{ fieldId: "host", value: 7 }]],
      ["host", [{ fieldId: "host", value: "" }]],
      [
        "host",
        [
          { fieldId: "host", value: "a" },
          { fieldId: "host", value: "b" },
        ],
      ],
      [
        "port",
        [
          { fieldId: "host", value: "a" },
          { fieldId: "port", value: 65_536 },
        ],
      ],
      [
        "port",
        [
          { fieldId: "host", value: "a" },
          { fieldId: "port", value: "636" },
        ],
      ],
      [
        "secret",
        [
          { fieldId: "host", value: "a" },
          { fieldId: "secret", value: "x" },
        ],
      ],
      [
        "colour",
        [
          { fieldId: "host", value: "a" },
          { fieldId: "colour", value: "x" },
        ],
      ],
      [
        "__proto__",
        [
          { fieldId: "host", value: "a" },
          { fieldId: "__proto__", value: "x" },
        ],
      ],
      [
        "certificate",
        [
          { fieldId: "host", value: "a" },
          { fieldId: "certificate", value: randomUUID() },
        ],
      ],
    ])("an invalid %s is named", async (id, values) => {
      const { path, configuration } = await addDirectory();
      const { version } = configuration;
      const secrets = [{ fieldId: "secret", value: SECRET }];
      const refused = await put(`${path}/configuration`, { values, secrets, version });
      const { fields } = expectError(refused, "EINVALID");
      expect(fields?.map((one) => one.path)).toEqual([`/body/values/${id}`]);
      expect(await get(`${path}/configuration`)).toEqual(configuration);
    });

    test("an unknown secret is refused", async () => {
      const { path, configuration } = await addDirectory();
      const refused = await put(`${path}/configuration`, {
        values: [{ fieldId: "host", value: "a" }],
        secrets: [{ fieldId: "host", value: "x" }],
        version: configuration.version,
      });
      expectError(refused, "EINVALID");
    });

    test("a server with another key cannot use the secrets", async () => {
      const { path } = await addDirectory();
      const other = await createApi(database.current, {
        connectors: [directoryConnector],
        secrets: createSecrets(Buffer.alloc(32, 8)),
      });
      const browser = await other.signIn("owner");
      const refused = expectError(await browser.post(`${path}/test`), "EUNAVAILABLE");
      expect(refused.message).toContain("secrets of connected systems");
      await other.app.close();
    });
  });

  describe("files", () => {
    test("are sent in parts, in any order, and complete with the last one", async () => {
      const { resourceId } = await addSystem(owner, clientId);
      const path = pathOf(clientId, resourceId);
      const content = Buffer.alloc(IMPORT_PART_BYTES + 10, "x");
      const announced = await owner.post(`${path}/files`, { name: "a.csv", size: content.length });
      const { id } = announced.json() as { id: string };
      const send = (part: number, bytes: Buffer) =>
        put(`${path}/files/${id}/parts`, { part, content: bytes.toString("base64") });
      const last = content.subarray(IMPORT_PART_BYTES);
      expect((await send(1, last)).json()).toEqual({ part: 1, complete: false });
      expect((await send(1, last)).json()).toEqual({ part: 1, complete: false });
      expectError(await send(0, last), "EINVALID");
      expectError(await send(2, last), "EINVALID");
      const first = await send(0, content.subarray(0, IMPORT_PART_BYTES));
      expect(first.json()).toEqual({ part: 0, complete: true });
      expectError(await send(1, last), "ECONFLICT");
      expect(await get(`${path}/configuration`)).toMatchObject({
        files: [{ id, name: "a.csv", size: content.length, complete: true }],
      });
    });

    test("an incomplete file, and one of another system, cannot be chosen", async () => {
      const [one, other] = [await addSystem(owner, clientId), await addSystem(owner, clientId)];
      const path = pathOf(clientId, one.resourceId);
      const foreign = await upload(owner, pathOf(clientId, other.resourceId), PEOPLE);
      const announced = await owner.post(`${path}/files`, { name: "a.csv", size: 10 });
      const { id } = announced.json() as { id: string };
      for (const file of [foreign, id]) {
        const refused = await put(`${path}/configuration`, {
          values: [
            { fieldId: "file", value: file },
            { fieldId: "idColumn", value: "id" },
          ],
          secrets: [],
          version: one.version,
        });
        expect(expectError(refused, "EINVALID").fields).toMatchObject([
          { path: "/body/values/file" },
        ]);
      }
    });

    test("empty and large files are refused, and unused ones do not pile up", async () => {
      const { resourceId } = await addSystem(owner, clientId);
      const path = pathOf(clientId, resourceId);
      await configureCsv(owner, path);
      for (const size of [0, 200_000_001]) {
        expectError(await owner.post(`${path}/files`, { name: "a.csv", size }), "EINVALID");
      }
      for (let at = 0; at < 8; at++) {
        await owner.post(`${path}/files`, { name: `${at}.csv`, size: 5 });
      }
      const { files } = await get<SystemConfiguration>(`${path}/configuration`);
      expect(files.length).toBeLessThanOrEqual(6);
      expect(files.filter(({ complete }) => complete)).toHaveLength(1);
    });
  });

  describe("[RES-13] the integration test", () => {
    test("reports the passed steps, and is stored", async () => {
      const { path } = await addDirectory();
      const passed = ["resolve", "connect", "secure", "signIn", "find", "read"];
      expect((await owner.post(`${path}/test`)).json()).toEqual({ passed, failure: null });
      expect(await get(`${path}/system`)).toMatchObject({
        test: { passed, failure: null },
        testedAt: api.clock.now.toISOString(),
      });
    });

    test("a failed step is an answer with a remedy, without secrets", async () => {
      const { path } = await addDirectory("wrong");
      expect((await owner.post(`${path}/test`)).json()).toEqual({
        passed: [],
        failure: {
          step: "signIn",
          remedy: "credentialsRefused",
          detail: "Bind as ••• failed",
        },
      });
      const { path: broken } = await addDirectory("broken");
      expect((await owner.post(`${broken}/test`)).json()).toMatchObject({
        failure: { remedy: "systemFailed", detail: "The connector failed unexpectedly" },
      });
    });

    test("a secret that the system replaces is stored for the next connection", async () => {
      const { path, resourceId } = await addDirectory("rotates");
      done(await owner.post(`${path}/test`));
      done(await owner.post(`${path}/test`));
      expect(behaviour.connected).toMatchObject([
        { secret: SECRET },
        { secret: "the next secret" },
      ]);
      const audits = await auditOf(resourceId);
      expect(audits.map(({ call, actor }) => [call, actor])).toContainEqual([
        "server/systemSecretReplaced",
        "system",
      ]);
      expect(JSON.stringify(audits)).not.toContain("the next secret");
    });

    test("metadata services are refused", async () => {
      const { path } = await addDirectory("169.254.169.254");
      expect((await owner.post(`${path}/test`)).json()).toMatchObject({
        failure: { step: "resolve", remedy: "addressForbidden" },
      });
    });

    test("a changed configuration is tested anew", async () => {
      const { path, configuration } = await addDirectory();
      done(await owner.post(`${path}/test`));
      done(
        await put(`${path}/configuration`, {
          values: [{ fieldId: "host", value: "new.example" }],
          secrets: [{ fieldId: "secret", value: SECRET }],
          version: configuration.version,
        }),
      );
      const system = await get<ConnectedSystem>(`${path}/system`);
      expect([system.test, system.testedAt]).toEqual([null, expect.any(String)]);
    });

    test("the outcome of a configuration that changed meanwhile is not stored", async () => {
      const { path, configuration } = await addDirectory();
      behaviour.whileTested = async () => {
        done(
          await put(`${path}/configuration`, {
            values: [{ fieldId: "host", value: "new.example" }],
            secrets: [{ fieldId: "secret", value: SECRET }],
            version: configuration.version,
          }),
        );
      };
      done(await owner.post(`${path}/test`));
      expect(await get(`${path}/system`)).toMatchObject({ test: null, testedAt: null });
    });

    test("a system that hangs is given up, and other requests go on", async () => {
      const { path } = await addDirectory();
      behaviour.hangs = true;
      const hanging = owner.post(`${path}/test`);
      await get(`${path}/system`);
      await expect.poll(() => behaviour.connected.length).toBe(1);
      expectError(await owner.post(`${path}/test`), "ECONFLICT");
      expect((await hanging).json()).toMatchObject({
        passed: [],
        failure: { remedy: "timedOut" },
      });
      behaviour.hangs = false;
      expect((await owner.post(`${path}/test`)).json()).toMatchObject({ failure: null });
    });

    test("needs a configuration", async () => {
      const { resourceId } = await addSystem(owner, clientId);
      const refused = await owner.post(`${pathOf(clientId, resourceId)}/test`);
      expect(expectError(refused, "ECONFLICT").message).toBe("Complete the configuration first");
    });

    test("[RES-12] [RES-4] a refresh discovers the object classes of the resource", async () => {
      const { resourceId } = await addSystem(owner, clientId);
      const path = pathOf(clientId, resourceId);
      await configureCsv(owner, path);
      const classes = [{ name: "account", idAttribute: "id", nameAttribute: "login" }];
      expect(await get(`${path}/object-classes`)).toEqual({ resourceId, objectClasses: null });
      expect((await owner.post(`${path}/refresh`)).json()).toMatchObject({
        failure: null,
        objectClasses: classes,
      });
      expect(await get(`${path}/object-classes`)).toMatchObject({
        resourceId,
        objectClasses: classes,
      });
    });
  });

  describe("settings", () => {
    test("of the import are checked against the discovered attributes", async () => {
      const { path } = await addDirectory();
      const read = () => get<{ settings: object; version: number }>(`${path}/import-settings`);
      const { settings, version } = await read();
      const save = (more: object) =>
        put(`${path}/import-settings`, { settings: { ...settings, ...more }, version });
      done(await owner.post(`${path}/refresh`));
      const paths = async (more: object) =>
        expectError(await save(more), "EINVALID").fields?.map((one) => one.path);
      expect(await paths({ owner: { attribute: "nope", field: "email" } })).toEqual([
        "/body/settings/owner/attribute",
      ]);
      expect(await paths({ identity: { externalId: "uid" } })).toEqual(["/body/settings/identity"]);
      expect(await paths({ excludedEntitlements: ["ok", " "] })).toEqual([
        "/body/settings/excludedEntitlements",
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
    });

    test("[RES-2] [RES-27] of the activation are limited to what the connector can do", async () => {
      const { resourceId, version } = await addSystem(owner, clientId);
      const path = `${pathOf(clientId, resourceId)}/activation-settings`;
      const { settings } = await get<{ settings: object }>(path);
      expect(settings).toEqual({ onLeave: "keep", afterDays: 0, enableOnReturn: false });
      const refused = await put(path, { settings: { ...settings, onLeave: "disable" }, version });
      expect(expectError(refused, "EINVALID").fields).toMatchObject([
        { path: "/body/settings/onLeave" },
      ]);
      const saved = done(await put(path, { settings: { ...settings, afterDays: 5 }, version }));
      expect(await get(path)).toEqual(saved);
    });
  });

  describe("[RES-11] publishing", () => {
    test("[RES-15] [RES-16] [RES-17] leads from Onboarding to Live and Unpublished Updates", async () => {
      const { path, configuration } = await addDirectory();
      const { version } = configuration;
      const listed = async (state: string) => {
        const { page } = await get<{ page: { totalElements: number } }>(
          `${base}/systems?kind=export&publication=${encodeURIComponent(state)}`,
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
      const confirm = (of: number) => owner.post(`${path}/confirmation`, { version: of });
      expectError(await confirm(version), "ECONFLICT");
      const published = done(await owner.post(`${path}/publication`, { version }));
      expect(published).toMatchObject({ published: true, unpublishedChanges: false });
      expect(await listed("Onboarding")).toBe(1);
      expect(expectError(await confirm(published.version), "ECONFLICT").message).toBe(
        "Test the integration first",
      );
      done(await owner.post(`${path}/test`));
      const confirmed = done(await confirm(published.version));
      expect(confirmed.confirmed).toBe(true);
      expect(await listed("Live")).toBe(1);
      const nothing = await owner.post(`${path}/publication`, { version: confirmed.version });
      expect(expectError(nothing, "ECONFLICT").message).toBe("There are no changes to publish");
      const { settings } = await get<{ settings: object }>(`${path}/import-settings`);
      api.clock.now = new Date(api.clock.now.getTime() + 60_000);
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
      const live = done(await owner.post(`${path}/publication`, { version: changed.version }));
      expect(live).toMatchObject({
        unpublishedChanges: false,
        nextRunAt: new Date(api.clock.now.getTime() + 3_600_000).toISOString(),
      });
      const paused = done(await put(`${path}/paused`, { paused: true, version: live.version }));
      expect(paused).toMatchObject({ paused: true, nextRunAt: null });
      const resumed = done(await put(`${path}/paused`, { paused: false, version: paused.version }));
      expect(resumed.nextRunAt).toEqual(expect.any(String));
    });

    test("a new secret is an unpublished change", async () => {
      const { path, configuration } = await addDirectory();
      const { version } = done(
        await owner.post(`${path}/publication`, { version: configuration.version }),
      );
      api.clock.now = new Date(api.clock.now.getTime() + 1000);
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
      const { resourceId, version } = await addSystem(owner, clientId, { kind: "hr" });
      const refused = await owner.post(`${pathOf(clientId, resourceId)}/publication`, { version });
      expect(expectError(refused, "EINVALID").fields?.map((one) => one.path)).toEqual([
        "/settings/configuration/file",
        "/settings/configuration/idColumn",
        "/settings/identity/externalId",
      ]);
    });
  });

  describe("an authorization", () => {
    const begin = async () => {
      await limits({ limit_api: null });
      const system = await addSystem(owner, clientId, { connectorId: OAUTH_ID, kind: "api" });
      return { ...system, path: pathOf(clientId, system.resourceId) };
    };
    const stateOf = (url: string) => new URL(url).searchParams.get("state") ?? "";

    test("[CONN-19] returns a URL, and its reply stores a secret", async () => {
      const { path } = await begin();
      const { url } = (await owner.post(`${path}/authorize`)).json() as { url: string };
      expect(url).toContain("https://provider.example/acme?");
      const body = { state: stateOf(url), code: GOOD_CODE };
      const answer = await owner.post(`${path}/authorization`, body);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.body).not.toContain("a refreshed secret");
      expect(answer.json()).toMatchObject({
        values: [{ fieldId: "tenant" }, { fieldId: "refreshToken", isSet: true }],
      });
      expect(redeemed.at(-1)?.redirectUri).toMatch(/\/resources\/[\da-f-]+\/configuration$/);
    });

    test("[CONN-24] refuses states of other users and systems, old ones and refused codes", async () => {
      const [one, other] = [await begin(), await begin()];
      const { url } = (await owner.post(`${one.path}/authorize`)).json() as { url: string };
      const state = stateOf(url);
      const code = GOOD_CODE;
      expectError(await owner.post(`${other.path}/authorization`, { state, code }), "EBADTOKEN");
      for (const bad of ["", "x", `${state}x`, state.slice(1)]) {
        const refused = await owner.post(`${one.path}/authorization`, { state: bad, code });
        if (bad !== `${state}x`) expectError(refused, "EBADTOKEN");
      }
      const wrong = await owner.post(`${one.path}/authorization`, { state, code: "bad" });
      expect(expectError(wrong, "ECONFLICT").message).toContain("did not grant access");
      expectError(await owner.post(`${one.path}/authorization`, { state, code }), "EBADTOKEN");
      const late = stateOf((await owner.post(`${one.path}/authorize`)).json().url as string);
      api.clock.now = new Date(api.clock.now.getTime() + 16 * 60_000);
      const old = await owner.post(`${one.path}/authorization`, { state: late, code });
      expectError(old, "EBADTOKEN");
    });

    test("a state is valid once, in the session that started the authorization", async () => {
      const { path } = await begin();
      const { url } = (await owner.post(`${path}/authorize`)).json() as { url: string };
      const body = { state: stateOf(url), code: GOOD_CODE };
      const elsewhere = await api.signIn("owner");
      expectError(await elsewhere.post(`${path}/authorization`, body), "EBADTOKEN");
      const answers = await Promise.all(
        [1, 2].map(() => owner.post(`${path}/authorization`, body)),
      );
      expect(statuses(answers)).toEqual([200, 400]);
    });

    test("other connectors have none", async () => {
      const { resourceId } = await addSystem(owner, clientId);
      expectError(await owner.post(`${pathOf(clientId, resourceId)}/authorize`), "ECONFLICT");
    });
  });

  describe("deleting", () => {
    test("a system without content asks for nothing more", async () => {
      const { path, resourceId } = await addDirectory();
      const preview = await get<SystemDeletion>(`${path}/deletion`);
      expect(preview).toMatchObject({ accountCount: 0, policyCount: 0, accessRoleCount: 0 });
      const { fingerprint } = preview;
      const stale = { fingerprint: "x", removesGrants: false };
      expectError(await owner.post(`${path}/deletion`, stale), "ECONFLICT");
      done(await owner.post(`${path}/deletion`, { fingerprint, removesGrants: false }));
      expectError(await owner.get(`${path}/system`), "ENOTFOUND");
      for (const table of ["connected_systems", "system_secrets"] as const) {
        const rows = await database.current.db
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
      const { resources, orgs, roles } = directory;
      const erp = pathOf(clientId, resources.erp);
      await owner.post(`${base}/mp-orgs/${orgs.Ops}/induce`, [roles[0], roles[3]]);
      const role = await owner.post(`${base}/roles`, {
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
      const refused = await owner.post(`${erp}/deletion`, { fingerprint, removesGrants: false });
      expect(expectError(refused, "ECONFLICT").message).toContain("1 policy grants");
      const keeper = await api.signIn("keeper");
      const crm = pathOf(clientId, resources.crm);
      const own = await get<SystemDeletion>(`${crm}/deletion`, keeper);
      const forbidden = await keeper.post(`${crm}/deletion`, {
        fingerprint: own.fingerprint,
        removesGrants: true,
      });
      expectError(forbidden, "EFORBIDDEN");
      const counts = await get<Record<string, number>>(`${base}/counts`);
      api.clock.now = new Date(api.clock.now.getTime() + 1000);
      done(await owner.post(`${erp}/deletion`, { fingerprint, removesGrants: true }));
      const policy = await get<{ _embedded: { inducements: unknown[] } }>(
        `${base}/mp-orgs/${orgs.Ops}/inducements`,
      );
      expect(policy._embedded.inducements).toHaveLength(1);
      const history = await get<{ _embedded: { changes: object[] } }>(
        `${base}/policy-changes?orgOid=${orgs.Ops}`,
      );
      expect(history._embedded.changes[0]).toMatchObject({ kind: "remove", removed: 1 });
      const after = await get<Record<string, number>>(`${base}/counts`);
      expect(after["resources"]).toBe((counts["resources"] ?? 0) - 1);
      expect(after["entitlements"]).toBe((counts["entitlements"] ?? 0) - 1);
      expect(after["accounts"]).toBe((counts["accounts"] ?? 0) - preview.accountCount);
      const bundle = await database.current.db
        .selectFrom("access_roles")
        .select(["version", "resource_id"])
        .where("oid", "=", oid)
        .executeTakeFirstOrThrow();
      expect(bundle).toEqual({ version: 2, resource_id: null });
    });
  });
});
