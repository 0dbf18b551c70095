/** Approved previews are written to a SCIM 2.0 service (SCIMMY). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScimmy, TOKEN } from "../connectors/scim/scimmy.ts";
import { outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { useLiveSystems } from "./liveSystem.ts";

interface Resource {
  readonly id: string;
  readonly userName?: string;
  readonly displayName?: string;
  readonly name?: { readonly givenName?: string };
  readonly members?: readonly { readonly value: string }[];
}

oneDatabase((database) => {
  let scimmy: Awaited<ReturnType<typeof openScimmy>>;
  const live = useLiveSystems(database);
  beforeAll(async () => {
    scimmy = await openScimmy({ users: 1, groups: 1 });
  });
  afterAll(() => scimmy.close());

  const read = async (endpoint: string): Promise<readonly Resource[]> => {
    const answer = await fetch(`${scimmy.url}/${endpoint}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    return ((await answer.json()) as { Resources: readonly Resource[] }).Resources;
  };

  test("the service has what an approved preview shows, and nothing is left to change", async () => {
    const system = await live.connect({
      connectorId: 3,
      kind: "api",
      values: {
        url: scimmy.url,
        profile: "GENERIC",
        memberSource: "LIST",
        authentication: "BEARER",
      },
      secrets: { token: TOKEN },
      owner: "userName",
      mappings: [
        outboundDraft("username", "User/userName"),
        outboundDraft("givenName", "User/name.givenName"),
      ],
    });
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.grant("group1", "Engineer");
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
});
