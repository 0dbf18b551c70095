/** Changes of services that refuse or ignore them. */
import { describe, expect, test } from "vitest";
import { problemOf } from "../support/environment.ts";
import { connect } from "./hostileService.ts";

describe("writing", () => {
  test("a version is sent as If-Match, follows each request, and a change by others is reported", async () => {
    let version = 1;
    let members: string[] = [];
    const { connection, calls } = await connect(({ method, headers, body }) => {
      const etag = `W/"${version}"`;
      if (method === "PATCH") {
        if (headers["if-match"] !== undefined && headers["if-match"] !== etag)
          return { status: 412 };
        const { Operations } = JSON.parse(body) as { Operations: { value: { value: string }[] }[] };
        members = [...members, ...Operations.flatMap(({ value }) => value.map((one) => one.value))];
        version++;
        return { status: 204, headers: { etag: `W/"${version}"` } };
      }
      return {
        body: { id: "g", displayName: "g", members: members.map((value) => ({ value })) },
        headers: { etag },
      };
    });
    const { writer } = connection;
    if (writer === null) throw new Error("No writer");
    const group = {
      id: "g",
      name: "g",
      objectClass: "Group",
      attributes: {},
      active: null,
      entitlements: null,
      members: [],
      version: 'W/"1"',
    };
    const add = Array.from({ length: 150 }, (_, at) => `${at}`);
    const stored = await writer.update(group, [{ attribute: "members", add, remove: [] }], {
      version: group.version,
    });
    expect([stored.version, stored.members?.length]).toEqual(['W/"3"', 150]);
    expect(
      calls.filter(({ method }) => method === "PATCH").map(({ headers }) => headers["if-match"]),
    ).toEqual(['W/"1"', 'W/"2"']);
    const late = writer.update(group, [{ attribute: "members", add: ["x"], remove: [] }], {
      version: group.version,
    });
    expect(await problemOf(late)).toMatchObject({ remedy: "changedMeanwhile" });
  });

  test("changes that a service accepts and ignores are reported", async () => {
    const { connection } = await connect(({ method, path }) => ({
      status: method === "POST" ? 201 : method === "DELETE" ? 204 : 200,
      body: path.startsWith("Groups")
        ? { id: "g", displayName: "g", members: [{ value: "1" }] }
        : { id: "1", userName: "old", active: true },
    }));
    const { writer } = connection;
    if (writer === null) throw new Error("No writer");
    const account = {
      id: "1",
      name: "old",
      objectClass: "User",
      attributes: { userName: ["old"] },
      active: true,
      entitlements: null,
      members: null,
      version: null,
    };
    const group = { ...account, id: "g", objectClass: "Group", members: ["1"] };
    const any = { version: null };
    const change = (attribute: string, add: string[], remove: string[] = []) => [
      { attribute, add, remove },
    ];
    const problems = await Promise.all(
      [
        writer.update(account, change("userName", ["new"]), any),
        writer.update(group, change("members", ["2"]), any),
        writer.update(group, change("members", [], ["1"]), any),
        writer.setActive(account, false, any),
        writer.remove(account, any),
        writer.create("User", { userName: ["new"] }),
      ].map(problemOf),
    );
    expect(problems.map(({ remedy }) => remedy)).toEqual(problems.map(() => "ignored"));
    expect((await writer.update(account, change("password", ["p"]), any)).id).toBe("1");
  });

  test("the style of Entra removes members by their values and writes booleans as text", async () => {
    const { connection, calls } = await connect(
      ({ path }) => ({
        body: path.startsWith("Groups")
          ? { id: "g", displayName: "g" }
          : { id: "1", userName: "u", active: "False" },
      }),
      { profile: "ENTRA_STYLE" },
    );
    const { writer } = connection;
    if (writer === null) throw new Error("No writer");
    const account = {
      id: "1",
      name: "u",
      objectClass: "User",
      attributes: {},
      active: true,
      entitlements: null,
      members: null,
      version: null,
    };
    expect((await writer.setActive(account, false, { version: null })).active).toBe(false);
    await writer.update(
      { ...account, id: "g", objectClass: "Group" },
      [{ attribute: "members", add: [], remove: ["1"] }],
      { version: null },
    );
    const bodies = calls
      .filter(({ method }) => method === "PATCH")
      .map(({ body }): unknown => JSON.parse(body));
    expect(bodies).toMatchObject([
      { Operations: [{ op: "Replace", path: "active", value: "False" }] },
      { Operations: [{ op: "Remove", path: "members", value: [{ value: "1" }] }] },
    ]);
  });
});
