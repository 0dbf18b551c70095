import { describe, expect, onTestFinished, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { Configuration, Connection, SystemObject } from "#server/connectors/contract.ts";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { problemOf, readAll, environment } from "../support/environment.ts";
import { startScimmy, TOKEN } from "./scimmyServer.ts";

const ANY = { version: null };

async function open(url: string, more: Configuration = {}): Promise<Connection> {
  const connection = await scimConnector.open(
    {
      url,
      profile: "GENERIC",
      memberSource: "LIST",
      authentication: "BEARER",
      token: TOKEN,
      ...more,
    },
    environment(),
  );
  onTestFinished(() => connection.close());
  return connection;
}

async function classesOf(
  connection: Connection,
): Promise<{ user: ObjectClass; group: ObjectClass }> {
  const classes = await connection.discoverSchema();
  const [user, group] = ["account", "entitlement"].map((role) =>
    classes.find((one) => one.role === role),
  );
  if (user === undefined || group === undefined) throw new Error("A class is missing");
  return { user, group };
}

function writerOf({ writer }: Connection) {
  if (writer === null) throw new Error("No writer");
  return writer;
}

describe("connector scim with a SCIMMY service", () => {
  test("the test passes every step", async () => {
    const { url } = await startScimmy({ users: 1 });
    expect(await (await open(url)).test()).toEqual([
      "resolve",
      "connect",
      "signIn",
      "find",
      "read",
    ]);
  });

  test("a wrong token and a wrong path are told apart", async () => {
    const { url } = await startScimmy();
    const refused = await problemOf((await open(url, { token: "wrong-token" })).test());
    expect(refused).toMatchObject({ remedy: "credentialsRefused", step: "signIn" });
    expect(refused.message).not.toContain("wrong-token");
    const missing = await problemOf((await open(`${new URL(url).origin}/other`)).test());
    expect(missing).toMatchObject({ remedy: "baseMissing", step: "find" });
  });

  test("the schema has simple, nested, multiple and extended attributes", async () => {
    const { url } = await startScimmy();
    const { user, group } = await classesOf(await open(url));
    expect(user).toMatchObject({
      name: "User",
      idAttribute: "id",
      nameAttribute: "userName",
      memberAttribute: null,
    });
    expect(group).toMatchObject({
      name: "Group",
      nameAttribute: "displayName",
      memberAttribute: "members",
    });
    const byName = new Map(user.attributes.map((attribute) => [attribute.name, attribute]));
    expect(byName.get("userName")).toMatchObject({
      multiple: false,
      required: true,
      writable: true,
    });
    expect(byName.get("id")).toMatchObject({ writable: false });
    expect(byName.get("name.familyName")).toMatchObject({ multiple: false, writable: true });
    expect(byName.get("emails")).toMatchObject({ multiple: true });
    expect(
      byName.has("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department"),
    ).toBe(true);
    expect(byName.has("groups")).toBe(false);
  });

  test.each([1, 7, 20, 21, 100])("pages of %d users are complete", async (pageSize) => {
    const { url } = await startScimmy({ users: 20 });
    const connection = await open(url);
    const { user } = await classesOf(connection);
    const { all, pages, end } = await readAll(connection.search(user, pageSize));
    expect(all.map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, at) => `user${at + 1}`),
    );
    expect([pages.length, end]).toEqual([
      Math.ceil(20 / pageSize),
      { complete: true, token: null, problem: null },
    ]);
    expect(all[1]).toMatchObject({
      id: "id 2",
      objectClass: "User",
      active: false,
      entitlements: null,
      members: null,
    });
  });

  test.each(["LIST", "GROUP"])("groups have their members from %s", async (memberSource) => {
    const { url } = await startScimmy({ users: 3, groups: 2 });
    const connection = await open(url, { memberSource });
    const { group } = await classesOf(connection);
    const { all, end } = await readAll(connection.search(group, 10));
    expect(all.map(({ name, members, active }) => ({ name, members, active }))).toEqual(
      ["group1", "group2"].map((name) => ({
        name,
        members: ["id 1", "id 2", "id 3"],
        active: null,
      })),
    );
    expect(end.complete).toBe(true);
  });

  test("a user is created, changed, deactivated and removed", async () => {
    const { url } = await startScimmy();
    const writer = writerOf(await open(url));
    const department = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department";
    const created = await writer.create("User", {
      userName: ['ada "l" \\'],
      active: ["true"],
      "name.familyName": ["Lovelace"],
      emails: ["ada@example.com", "al@example.com"],
      [department]: ["Engines"],
    });
    expect(created).toMatchObject({
      name: 'ada "l" \\',
      active: true,
      attributes: {
        "name.familyName": ["Lovelace"],
        emails: ["ada@example.com", "al@example.com"],
        [department]: ["Engines"],
      },
    });
    const updated = await writer.update(
      created,
      [
        { attribute: "name.familyName", add: ["King"], remove: ["Lovelace"] },
        { attribute: "emails", add: ["king@example.com"], remove: ["ada@example.com"] },
        { attribute: department, add: [], remove: ["Engines"] },
      ],
      ANY,
    );
    expect(updated.attributes).toMatchObject({
      "name.familyName": ["King"],
      emails: ["al@example.com", "king@example.com"],
    });
    expect(updated.attributes[department]).toBeUndefined();
    expect((await writer.setActive(updated, false, ANY)).active).toBe(false);
    await writer.remove(updated, ANY);
    expect(await problemOf(writer.remove(updated, ANY))).toMatchObject({ remedy: "notFound" });
  });

  test("a name that is taken and values that are not allowed are refused", async () => {
    const { url } = await startScimmy({ users: 1 });
    const connection = await open(url);
    const writer = writerOf(connection);
    const attempt = (attributes: Readonly<Record<string, readonly string[]>>) =>
      problemOf(writer.create("User", attributes));
    expect(await attempt({ userName: ["user1"] })).toMatchObject({ remedy: "objectExists" });
    expect(await attempt({ userName: ["x"], active: ["perhaps"] })).toMatchObject({
      remedy: "valueRefused",
    });
    expect(await attempt({ userName: ["x"], id: ["7"] })).toMatchObject({ remedy: "valueRefused" });
    expect(await attempt({ userName: ["x"], __proto__x: ["7"] })).toMatchObject({
      remedy: "valueRefused",
    });
    expect(await problemOf(writer.create("Printer", {}))).toMatchObject({
      remedy: "schemaUnknown",
    });
  });

  test("members are changed in requests of at most 100, and removed by a filter", async () => {
    const { url, requests } = await startScimmy({ users: 250 });
    const connection = await open(url);
    const writer = writerOf(connection);
    const ids = Array.from({ length: 250 }, (_, at) => `id ${at + 1}`);
    const created: SystemObject = await writer.create("Group", {
      displayName: ["everyone"],
      members: ids.slice(0, 210),
    });
    expect(created.members).toHaveLength(210);
    const patches = () => requests.filter((line) => line.startsWith("PATCH")).length;
    expect(patches()).toBe(3);
    const updated = await writer.update(
      created,
      [{ attribute: "members", add: ids.slice(210), remove: ids.slice(0, 80) }],
      ANY,
    );
    expect(updated.members?.toSorted()).toEqual(ids.slice(80).toSorted());
    expect(patches()).toBe(5);
    // The same change again.
    const again = [{ attribute: "members", add: ids.slice(200), remove: ids.slice(0, 2) }];
    expect((await writer.update(updated, again, ANY)).members).toHaveLength(170);
  });

  test("changes are read with a filter, if it is switched on", async () => {
    const { url, requests } = await startScimmy({ users: 3, groups: 1 });
    expect((await open(url)).sync).toBeNull();
    const connection = await open(url, { readChanges: true });
    const { user, group } = await classesOf(connection);
    const { end } = await readAll(connection.search(user, 10));
    if (connection.sync === null || end.token === null) throw new Error("No sync");
    const changes = await readAll(connection.sync([user, group], end.token));
    expect(changes.all).toHaveLength(4);
    expect(changes.end).toMatchObject({
      complete: true,
      token: expect.stringMatching(/^since \d+$/),
    });
    const future = await readAll(connection.sync([user, group], `since ${Date.now() + 3_600_000}`));
    expect(future.all).toEqual([]);
    expect(requests.filter((line) => line.includes("filter=meta.lastModified+gt+"))).toHaveLength(
      4,
    );
    const foreign = await readAll(connection.sync([user], "other"));
    expect(foreign.end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
  });
});
