/** Mappings of a writable table file that a save or the publication refuses. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { useLiveSystems } from "../provisioning/liveSystem.ts";
import { temporaryFiles } from "../support/csv.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { inboundDraft, outboundDraft } from "./support.ts";

const files = temporaryFiles();

oneDatabase((database) => {
  const live = useLiveSystems(database, { connectorFolder: files.directory });

  const connect = async (name: string, mappings: readonly MappingDraft[]) => {
    const path = join(files.directory, live.directory.clientId, name);
    const write = (table: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, table);
    };
    write("login;given\nbob;Bob\n");
    const system = await live.connect({
      connectorId: 1,
      kind: "export",
      values: { source: "FOLDER", path: name, idColumn: "login", writable: true },
      secrets: {},
      owner: "login",
      mappings,
    });
    const version = async () =>
      (await live.owner.get(`${system.path}/system`)).json<ConnectedSystem>().version;
    return {
      ...system,
      write,
      add: async (mapping: MappingDraft) =>
        live.owner.post(`${system.path}/mappings`, { mapping, version: await version() }),
      publish: async () =>
        live.owner.post(`${system.path}/publication`, { version: await version() }),
    };
  };

  test("a mapping that closes a cycle is refused, and a weak one is saved", async () => {
    const system = await connect("cycle.csv", [outboundDraft("username", "account/login")]);
    const closing = inboundDraft("account/login", "username");
    const refused = await system.add(closing);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ detail: { code: "mappings.isCyclic" } });
    expect((await system.add({ ...closing, strength: "weak" })).statusCode).toBe(201);
  });

  test("a mapping of an attribute that the system lost is named at the publication", async () => {
    const system = await connect("lost.csv", [outboundDraft("givenName", "account/given")]);
    expect(await system.runImport()).toMatchObject({ status: "done" });
    system.write("login;name\nbob;Bob\n");
    await database.current.db
      .updateTable("connected_systems")
      .set({
        object_classes: JSON.stringify([
          {
            name: "account",
            role: "account",
            idAttribute: "login",
            nameAttribute: "login",
            attributes: [
              { name: "login", type: "string", multiple: false, required: true, writable: true },
              { name: "name", type: "string", multiple: false, required: false, writable: true },
            ],
          },
        ]),
      })
      .where("resource_id", "=", system.resourceId)
      .execute();
    expect((await system.add(outboundDraft("username", "account/name"))).statusCode).toBe(201);
    const { fields = [] } = expectError(await system.publish(), "EINVALID");
    expect(fields.map(({ message }) => message)).toEqual([
      expect.stringContaining("account/given"),
    ]);
  });
});
