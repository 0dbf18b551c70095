import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { countMissingKeys } from "#server/lists/backfillKeys.ts";
import { backfillListed, compactUserCounts } from "#server/users/listedUsers.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { createUser } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let owner: Browser;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    owner = await api.signIn("owner");
    path = `/api/clients/${directory.clientId}/users`;
    const people = [
      { username: "zoe", givenName: "Zoë", familyName: "Straße", email: "z@example.com" },
      { username: "bo_x", givenName: "Bo", familyName: "Alpha", isHr: true },
      { username: "al", givenName: "Al", familyName: "alpha", isAd: true, archived: true },
      { username: "cy", givenName: "Cy", familyName: "Beta", isHr: true, isAd: true },
    ];
    for (const person of people) await createUser(owner, path, person);
    return () => api.app.close();
  });

  const list = async (query = "") => {
    const response = await owner.get(`${path}?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const names = async (query = "") => {
    const body = await list(query);
    expect(body.page.totalElements).toBe(body._embedded.users.length);
    return body._embedded.users.map(({ username }: ListedUser) => username);
  };

  test("[USER-1] lists the client's users by name in any case, the archived ones separately", async () => {
    const [first, second, ...rest] = await names();
    expect([first, second]).toEqual(["bo_x", "cy"]);
    expect(rest.slice(0, -1).sort()).toEqual(["guest", "keeper", "mapper", "owner"]);
    expect(rest.at(-1)).toBe("zoe");
    expect(await names("status=archived")).toEqual(["al", "archived"]);
    expect(await names("status=active&sort=name,desc")).toEqual((await names()).toReversed());
  });

  test("[USER-1] orders by username and by e-mail address", async () => {
    const usernames = await names("sort=username");
    expect(usernames).toEqual(usernames.toSorted());
    expect((await names("sort=email,desc"))[0]).toBe("zoe");
    expectError(await owner.get(`${path}?sort=password`), "EINVALID");
  });

  test.each([
    ["strasse", ["zoe"]],
    ["ZOË STRAẞE", ["zoe"]],
    ["strassezoë", ["zoe"]],
    ["zoe STRASSE", ["zoe"]],
    ["ZOE", ["zoe"]],
    ["Straße, Zo", ["zoe"]],
    ["Straße, Mia", []],
    ["box", ["bo_x"]],
    ["z@EXAMPLE", ["zoe"]],
    ["%", []],
    ["zoezoe", []],
    [" ", null],
  ])("[USER-1] a search for %j covers names, username and e-mail address", async (text, found) => {
    const contains = encodeURIComponent(text);
    expect(await names(`contains=${contains}`)).toEqual(found ?? (await names()));
  });

  test("[USER-2] [USER-3] [USER-4] managers are found by their kind", async () => {
    expect(await names("manager=hr")).toEqual(["bo_x", "cy"]);
    expect(await names("manager=ad")).toEqual(["cy"]);
    expect(await names("manager=ad&status=archived")).toEqual(["al"]);
    const others = (await names()).filter((name: string) => !["bo_x", "cy"].includes(name));
    expect(await names("manager=billing")).toEqual(others);
    expect(await names("manager=billing&status=archived")).toEqual(["archived"]);
  });

  test("pages cover the list once from either end, and a page past the end is empty", async () => {
    const all = await names();
    for (const sort of ["name", "name,desc"]) {
      const paged: string[] = [];
      for (let page = 0; page < 4; page++) {
        const body = await list(`size=2&page=${page}&sort=${sort}`);
        expect(body.page).toEqual({ size: 2, number: page, totalElements: 7, totalPages: 4 });
        paged.push(...body._embedded.users.map(({ username }: ListedUser) => username));
      }
      expect(paged).toEqual(sort === "name" ? all : all.toReversed());
    }
    expect((await list("size=2&page=9"))._embedded.users).toEqual([]);
    expect((await list("size=2&contains=e"))._embedded.users).toHaveLength(2);
    expectError(await owner.get(`${path}?size=101`), "EINVALID");
  });

  describe("list keys", () => {
    test("follow a change that a user makes in the profile", async () => {
      const body = [{ op: "replace", path: "/familyName", value: "Ωmega" }];
      expect((await owner.send("PATCH", "/api/users/current", { body })).statusCode).toBe(200);
      expect(await names("contains=ΩMEGA")).toEqual(["owner"]);
      expect(await countMissingKeys(database.current.db, "user_clients")).toBe(0);
    });

    test("and totals follow a user who is archived, restored and deleted", async () => {
      const { db } = database.current;
      const stored = async () => {
        const { rows } = await sql<{ archived: boolean; users: number }>`
          select archived, sum(users)::int as users from user_counts
          where client_id = ${directory.clientId} group by archived order by archived
        `.execute(db);
        return rows.map(({ users }) => users);
      };
      const before = await stored();
      const [active = 0, archived = 0] = before;
      const { id } = await createUser(owner, path, { username: "passing" });
      expect(await stored()).toEqual([active + 1, archived]);
      const set = async (value: boolean) => {
        const body = [{ op: "replace", path: "/archived", value }];
        expect((await owner.send("PATCH", `${path}/${id}`, { body })).statusCode).toBe(200);
      };
      await set(true);
      expect(await stored()).toEqual([active, archived + 1]);
      expect(await names("status=archived&contains=passing")).toEqual(["passing"]);
      await set(false);
      expect(await stored()).toEqual([active + 1, archived]);
      expect((await owner.send("DELETE", `${path}/${id}`)).statusCode).toBe(200);
      expect(await stored()).toEqual(before);
      expect(await names()).not.toContain("passing");
      const left = await db.selectFrom("names").select("key").where("id", "=", id).execute();
      expect(left).toEqual([]);
    });

    test("of users inserted directly into the tables are created at the next start, once", async () => {
      const { db } = database.current;
      const { totalElements: before } = (await list()).page;
      await sql`
        with added as (
          insert into users (id, username, username_key, given_name, family_name, created_at)
          values (gen_random_uuid(), 'added', 'added', 'Added', 'User', now()) returning id
        )
        insert into user_clients (user_id, client_id, position)
        select id, ${directory.clientId}::uuid, 1 from added
      `.execute(db);
      for (let start = 0; start < 2; start += 1) {
        await backfillListed(db);
        await compactUserCounts(db);
        expect(await names("contains=addeduser")).toEqual(["added"]);
        expect((await list()).page.totalElements).toBe(before + 1);
      }
    });

    test("accept the longest texts", async () => {
      const text = "ﷺ".repeat(255);
      await createUser(owner, path, { givenName: text, familyName: text, username: text });
      expect(await names(`contains=${encodeURIComponent("ﷺ".repeat(20))}`)).toEqual([text]);
    });
  });
});
