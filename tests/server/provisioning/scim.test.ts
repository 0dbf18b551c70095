/** Approved previews are written to a SCIM 2.0 service (SCIMMY). */
import SCIMMY from "scimmy";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import { openScimmy, TOKEN } from "../connectors/scim/scimmy.ts";
import { outboundDraft, staticDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { scimmySystem } from "./liveServices.ts";
import { useLiveSystems } from "./liveSystem.ts";

interface Resource {
  readonly id: string;
  readonly userName?: string;
  readonly displayName?: string;
  readonly name?: { readonly givenName?: string };
  readonly members?: readonly { readonly value: string }[];
}

const BADGE = "urn:ietf:params:scim:schemas:extension:badge:2.0:User";
const badge = new SCIMMY.Types.SchemaDefinition("Badge", BADGE, "A badge of a user", [
  new SCIMMY.Types.Attribute("boolean", "permanent"),
  new SCIMMY.Types.Attribute("dateTime", "since"),
  new SCIMMY.Types.Attribute("decimal", "quota"),
  new SCIMMY.Types.Attribute("integer", "level"),
]);

oneDatabase((database) => {
  let scimmy: Awaited<ReturnType<typeof openScimmy>>;
  const live = useLiveSystems(database);
  beforeAll(async () => {
    SCIMMY.Schemas.User.definition.extend(badge);
    scimmy = await openScimmy({ users: 1, groups: 1 });
  });
  afterAll(() => scimmy.close());

  const read = async (endpoint: string): Promise<readonly Resource[]> => {
    const answer = await fetch(`${scimmy.url}/${endpoint}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    return ((await answer.json()) as { Resources: readonly Resource[] }).Resources;
  };

  const begin = async (...mappings: readonly MappingDraft[]) => {
    const system = await live.connect({
      ...scimmySystem(scimmy.url),
      mappings: [outboundDraft("username", "User/userName"), ...mappings],
    });
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.grant("group1", "Engineer");
    return system;
  };

  test("the service has what an approved preview shows, and nothing is left to change", async () => {
    const system = await begin(outboundDraft("givenName", "User/name.givenName"));
    await system.approved(await system.preview());
    const done = await system.settled();
    expect((await system.objectsOf(done)).filter(({ state }) => state !== "applied")).toEqual([]);
    expect(done).toMatchObject({ status: "done", problem: null });

    const users = await read("Users");
    const nameOf = (id: string) => users.find((user) => user.id === id)?.userName;
    expect(users.map(({ userName, name }) => [userName, name?.givenName])).toEqual([
      ["user1", undefined],
      ["ann", "ANN"],
      ["bob", "BOB"],
      ["cyd", "CYD"],
    ]);
    const [group] = await read("Groups");
    expect(group?.members?.map(({ value }) => nameOf(value))).toEqual([
      "user1",
      "ann",
      "bob",
      "cyd",
    ]);
    const writes = scimmy.requests.filter((request) => !request.startsWith("GET"));
    expect(writes).toHaveLength(6);
    expect((await system.preview()).resourcePreview).toEqual([]);
    expect(await system.runImport()).toMatchObject({
      status: "done",
      counts: { added: 0, changed: 0, gone: 0 },
    });
  });

  test("typed and multiple values are not proposed again, in whatever notation they are wanted", async () => {
    const cyd = (await read("Users")).find(({ userName }) => userName === "cyd");
    await fetch(`${scimmy.url}/Users/${cyd?.id ?? ""}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const system = await begin(
      staticDraft("yes", `User/${BADGE}:permanent`),
      staticDraft("2026-03-02T10:00:00+01:00", `User/${BADGE}:since`),
      staticDraft("7.50", `User/${BADGE}:quota`),
      staticDraft("+012", `User/${BADGE}:level`),
      staticDraft("one@example.com", "User/emails"),
      staticDraft("two@example.com", "User/emails"),
    );
    const found = await system.preview();
    expect((await system.objectsOf(found)).map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(["change ann", "change bob", "create cyd"]),
    );
    await system.approved(found);
    const done = await system.settled();
    expect((await system.objectsOf(done)).filter(({ state }) => state !== "applied")).toEqual([]);
    const users = (await read("Users")).filter(({ userName }) => userName !== "user1");
    expect(users).toHaveLength(3);
    for (const user of users) {
      expect(user).toMatchObject({
        emails: [{ value: "one@example.com" }, { value: "two@example.com" }],
        [BADGE]: { permanent: true, quota: 7.5, level: 12 },
      });
    }
    expect((await system.preview()).resourcePreview).toEqual([]);
    expect(await system.runImport()).toMatchObject({ status: "done", counts: { changed: 0 } });
    expect((await system.preview()).resourcePreview).toEqual([]);
  });
});
