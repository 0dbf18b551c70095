/** Values that a mapping makes unique differ from those of every account that the system has. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { MappingPreview } from "#events/entities/mapping.ts";
import { fieldSource, outboundDraft, textSource } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { MANUAL_ID, addSystem } from "../systems/support.ts";
import { tablePlan, useLiveTables } from "./liveTable.ts";

/** The username with an ending, and a number if that is taken. */
const unique = (ending: string, attribute: string) =>
  outboundDraft("", attribute, {
    attributes: [fieldSource("username"), textSource(ending, 1)],
    iterationToken: true,
  });

oneDatabase((database) => {
  const { live, write } = useLiveTables(database);

  const connect = async (name: string, table: string) => {
    write(name, table);
    const mappings = [unique("-x", "account/login"), unique("@example.org", "account/mail")];
    const system = await live.connect(tablePlan(name, mappings, { entitlementColumn: "right" }));
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.grant("Sign", "Engineer");
    return system;
  };

  const TABLE = `login;mail;right
bob;bob@example.org;Sign
spare;Ann@example.org;
ann-x;;Sign
guest;cyd@example.org;Sign
`;

  test("new accounts get a number if an account without an owner or a second one has the value", async () => {
    const system = await connect("taken.csv", TABLE);
    const { db } = database.current;
    const { oid } = await db
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", system.clientId)
      .where("username", "=", "bob")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("accounts")
      .set({ identity_oid: oid })
      .where("resource_id", "=", system.resourceId)
      .where("name", "=", "spare")
      .execute();

    const objects = await system.objectsOf(await system.preview());
    const created = objects.filter(({ kind }) => kind === "create");
    expect(created.map(({ name, after, problem }) => [name, after?.attributes, problem])).toEqual([
      ["ann-x2", { login: ["ann-x2"], mail: ["ann2@example.org"] }, null],
      ["cyd-x", { login: ["cyd-x"], mail: ["cyd2@example.org"] }, null],
    ]);
    // The first account keeps what it has, and only the second one gets another number.
    const changed = objects.filter(({ kind }) => kind === "change");
    expect(changed.map(({ name, after }) => [name, after?.attributes])).toEqual([
      ["bob", { login: ["bob-x"] }],
      ["spare", { login: ["bob-x2"], mail: ["bob2@example.org"] }],
    ]);
  });

  test("an immediate preview gives the same values as the plan", async () => {
    const system = await connect("shown.csv", TABLE.replace("ann-x;", "bob-x;"));
    const answer = await live.owner.post(`${system.path}/mapping-preview`, {
      direction: "outbound",
      mapping: null,
      mappingId: null,
      contains: "",
    });
    const { previewObjects } = answer.json<MappingPreview>();
    const [planned] = (await system.objectsOf(await system.preview())).filter(
      ({ name }) => name === "bob",
    );
    expect(planned?.after?.attributes).toEqual({ login: ["bob-x2"] });
    expect(previewObjects.map(({ values }) => values.map(({ after }) => after))).toEqual([
      [["bob-x2"], ["bob@example.org"]],
    ]);
  });

  test("a self-certified system knows the names of its accounts", async () => {
    const { clientId } = live.directory;
    const { db } = database.current;
    await db.updateTable("clients").set({ limit_self_certified: null }).execute();
    const { resourceId, version } = await addSystem(live.owner, clientId, {
      connectorId: MANUAL_ID,
      kind: "manual",
    });
    const path = `/api/clients/${clientId}/resources/${resourceId}`;
    const added = await live.owner.post(`${path}/mappings`, {
      mapping: unique("-x", "account/login"),
      version,
    });
    expect(added.statusCode, added.body).toBe(201);
    await db
      .insertInto("accounts")
      .values({ client_id: clientId, id: randomUUID(), resource_id: resourceId, name: "ann-x" })
      .execute();
    const answer = await live.owner.post(`${path}/mapping-preview`, {
      direction: "outbound",
      mapping: null,
      mappingId: null,
      contains: "ann",
    });
    expect(
      answer.json<MappingPreview>().previewObjects.map(({ values: [value] }) => value?.after),
    ).toEqual([["ann-x2"]]);
  });
});
