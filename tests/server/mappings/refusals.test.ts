/** Mappings of a writable table file that a save or the publication refuses. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { tablePlan, useLiveTables } from "../provisioning/liveTable.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { inboundDraft, outboundDraft } from "./support.ts";

oneDatabase((database) => {
  const { live, write } = useLiveTables(database);

  const connect = async (name: string, mappings: readonly MappingDraft[]) => {
    write(name, "login;given\nbob;Bob\n");
    const system = await live.connect(tablePlan(name, mappings));
    const version = async () =>
      (await live.owner.get(`${system.path}/system`)).json<ConnectedSystem>().version;
    return {
      ...system,
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

  test("[MAP-4] a system that is no HR system cannot be published with a mapping of the person ID", async () => {
    const system = await connect("inbound.csv", [outboundDraft("username", "account/login")]);
    expect((await system.add(inboundDraft("account/given", "givenName"))).statusCode).toBe(201);
    expect((await system.publish()).statusCode).toBe(200);
    // As an earlier version saved it.
    await sql`
      update connected_systems
      set settings = jsonb_set(settings, '{mappings,1,midpointUserFieldId}', '"externalId"')
      where resource_id = ${system.resourceId}
    `.execute(database.current.db);
    const { fields = [] } = expectError(await system.publish(), "EINVALID");
    expect(fields).toEqual([
      {
        path: expect.stringMatching(/^\/settings\/mappings\//),
        message: expect.stringMatching(/^Only the HR system sets the ID of a person/),
      },
    ]);
  });

  test("a mapping of an attribute that the system lost is named at the publication", async () => {
    const system = await connect("lost.csv", [outboundDraft("givenName", "account/given")]);
    expect(await system.runImport()).toMatchObject({ status: "done" });
    write("lost.csv", "login;name\nbob;Bob\n");
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
