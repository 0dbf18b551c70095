/** The configuration of connected systems, with secrets and files. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import { createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { behaviour, directoryConnector, SECRET } from "./directoryConnector.ts";
import { addSystem, configureCsv, pathOf, PEOPLE, upload } from "./support.ts";
import { done, statuses, useSystemsApi } from "./systemsApi.ts";

oneDatabase((database) => {
  const { place, get, put, auditOf, addDirectory } = useSystemsApi(database);

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
      const { db } = place;
      const row = await db
        .selectFrom("system_secrets")
        .selectAll()
        .where("resource_id", "=", resourceId)
        .executeTakeFirstOrThrow();
      expect(row.sealed.includes(SECRET)).toBe(false);
      const secrets = createSecrets(Buffer.alloc(32, 7));
      const context = `system ${place.clientId} ${resourceId} secret`;
      expect(secrets.decrypt(row.sealed, context).toString()).toBe(SECRET);
      expect(() => secrets.decrypt(row.sealed, `${context}2`)).toThrow("cannot be decrypted");
      const answers = [
        await place.owner.get(`${path}/configuration`),
        await place.owner.get(`${path}/publication`),
        await place.owner.post(`${path}/test`),
        await place.owner.get(`${path}/system`),
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
      const { resourceId } = await addSystem(place.owner, place.clientId);
      const path = pathOf(place.clientId, resourceId);
      const content = Buffer.alloc(IMPORT_PART_BYTES + 10, "x");
      const announced = await place.owner.post(`${path}/files`, {
        name: "a.csv",
        size: content.length,
      });
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
      const [one, other] = [
        await addSystem(place.owner, place.clientId),
        await addSystem(place.owner, place.clientId),
      ];
      const path = pathOf(place.clientId, one.resourceId);
      const foreign = await upload(place.owner, pathOf(place.clientId, other.resourceId), PEOPLE);
      const announced = await place.owner.post(`${path}/files`, { name: "a.csv", size: 10 });
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
      const { resourceId } = await addSystem(place.owner, place.clientId);
      const path = pathOf(place.clientId, resourceId);
      await configureCsv(place.owner, path);
      for (const size of [0, 200_000_001]) {
        expectError(await place.owner.post(`${path}/files`, { name: "a.csv", size }), "EINVALID");
      }
      for (let at = 0; at < 8; at++) {
        await place.owner.post(`${path}/files`, { name: `${at}.csv`, size: 5 });
      }
      const { files } = await get<SystemConfiguration>(`${path}/configuration`);
      expect(files.length).toBeLessThanOrEqual(6);
      expect(files.filter(({ complete }) => complete)).toHaveLength(1);
    });
  });
});
