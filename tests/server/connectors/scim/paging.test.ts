/** Pages of services that keep to the standard more or less. */
import { describe, expect, test } from "vitest";
import { readAll } from "../support/environment.ts";
import type { Call } from "./hostileServer.ts";
import { connect, GROUP, list, search, start, users } from "./hostileService.ts";

describe("paging by index", () => {
  test("a service that caps pages, sends more than asked, or an empty list", async () => {
    const capped = await search(
      (call) => list(users(start(call), Math.min(start(call) + 2, 8)), 8),
      {},
      100,
    );
    expect([capped.ids, capped.end.complete, capped.lists.length]).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      true,
      3,
    ]);
    const generous = await search((call) => list(users(start(call), 25), 25));
    expect(generous.pages.map((page) => page.length)).toEqual([10, 10, 5]);
    const empty = await search(() => ({ body: { totalResults: 0 } }));
    expect([empty.ids, empty.end.complete]).toEqual([[], true]);
  });

  test("a total that is wrong, a missing page and an ignored index are incomplete", async () => {
    for (const answer of [
      (call: Call) => list(users(start(call), 8), 12),
      () => list(users(1, 8), 12),
      (call: Call) => list(start(call) === 1 ? users(1, 4) : [], 8),
    ]) {
      const { end, ids } = await search(answer);
      expect(end).toMatchObject({
        complete: false,
        token: null,
        problem: { remedy: "contentDamaged" },
      });
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test("a second pass finds resources that a removal during the read shifted", async () => {
    let isRemoved = false;
    const { ids, end } = await search(
      (call) => {
        const all = users(1, 9).filter(({ id }) => !isRemoved || id !== "1");
        isRemoved ||= start(call) === 1;
        return list(all.slice(start(call) - 1, start(call) + 2), all.length);
      },
      {},
      3,
    );
    expect(end.complete).toBe(true);
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("a total that keeps changing is incomplete", async () => {
    let total = 20;
    const { end } = await search((call) => list(users(start(call), start(call) + 1), total--));
    expect(end.complete).toBe(false);
  });
});

describe("paging by cursor", () => {
  const AWS = { profile: "AWS_IDENTITY_CENTER" };

  test("cursors are followed to the end", async () => {
    const { ids, end, lists } = await search(({ query }) => {
      const at = Number(query.get("cursor") || "1");
      return { body: { Resources: users(at, at + 1), ...(at < 5 && { nextCursor: `${at + 2}` }) } };
    }, AWS);
    expect([ids, end.complete]).toEqual([[1, 2, 3, 4, 5, 6], true]);
    expect(lists[0]?.query.get("cursor")).toBe("");
    expect(lists[0]?.query.has("startIndex")).toBe(false);
  });

  test("a cursor that repeats, expires or skips is incomplete", async () => {
    const repeated = await search(
      () => ({ body: { Resources: users(1, 2), nextCursor: "x" } }),
      AWS,
    );
    expect(repeated.end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
    const expired = await search(
      ({ query }) =>
        query.get("cursor") === ""
          ? { body: { Resources: users(1, 2), nextCursor: "x" } }
          : { status: 400, body: { scimType: "expiredCursor", detail: "Too late" } },
      AWS,
    );
    expect(expired).toMatchObject({
      ids: [1, 2],
      end: { complete: false, problem: { remedy: "systemFailed" } },
    });
    const skipped = await search(
      () => ({ body: { Resources: users(1, 2), totalResults: 3 } }),
      AWS,
    );
    expect(skipped.end.complete).toBe(false);
  });

  test("members are searched among the users", async () => {
    const { connection, calls } = await connect(
      ({ path, query }) =>
        path === "Groups"
          ? { body: { Resources: [{ id: 'g"1', displayName: "g", members: [] }] } }
          : {
              body: {
                Resources: users(
                  Number(query.get("cursor") || 1),
                  Number(query.get("cursor") || 1),
                ),
                ...(query.get("cursor") === "" && { nextCursor: "2" }),
              },
            },
      AWS,
    );
    const { all } = await readAll(connection.search(GROUP, 10));
    expect(all[0]?.members).toEqual(["1", "2"]);
    expect(calls.find(({ path }) => path === "Users")?.query.get("filter")).toBe(
      'groups.value eq "g\\"1"',
    );
  });
});
