/** Holders of an entitlement among the members of an org and among all people, compared with the small directory. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Holder } from "#events/entities/holder.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true });

oneDatabase((database) => {
  let directory: TestDirectory;
  let mapper: Browser;
  let base: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    base = `/api/clients/${directory.clientId}/mp-orgs`;
    return () => api.app.close();
  });

  beforeEach(async () => {
    await database.current.db.deleteFrom("inducements").execute();
  });

  /** Members of the org; null: all people. */
  const placeOf = (org: string | null, role: number) => ({
    org,
    roleOid: directory.roles[role - 1],
  });
  type Place = ReturnType<typeof placeOf>;
  const get = ({ org, roleOid }: Place, part = "", query = "") => {
    const holders = `/api/clients/${directory.clientId}/entitlements/${roleOid}/holders`;
    return mapper.get(`${holders}${part}?${org === null ? "" : `orgOid=${org}&`}${query}`);
  };
  const list = async (place: Place, query: string): Promise<Holder[]> => {
    const reply = await get(place, "", query);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()._embedded.holders;
  };
  const named = (holders: readonly Holder[]) => holders.map(({ username }) => username);

  describe("the holders of an entitlement", () => {
    test("are the members with an account that holds it, each once with all such accounts", async () => {
      const place = placeOf(directory.orgs.Engineer, 1);
      const holders = await list(place, "show=holders&sort=username,asc");
      expect(holders.map(({ username, accounts }) => [username, accounts])).toEqual([
        ["ann", ["ann", "ann-2"]],
        ["bob", ["bob"]],
      ]);
      expect(named(await list(place, "show=lackers"))).toEqual(["cyd"]);
      expect((await get(place, "/count")).json()).toEqual({
        entitlement: {
          roleOid: directory.roles[0],
          name: "Entitlement 1",
          resourceName: "CRM",
        },
        orgName: "Engineer",
        members: 3,
        holders: 2,
        outsidePolicy: 2,
        missing: 0,
      });
    });

    test("are not those of another resource's account, nor of another org", async () => {
      // Dan, of Sales, has no account; Bob's account on the ERP holds entitlement 4 alone.
      expect(await list(placeOf(directory.orgs["Sales 100%"], 1), "show=holders")).toEqual([]);
      expect(named(await list(placeOf(directory.orgs.Engineer, 4), "show=holders"))).toEqual([
        "bob",
      ]);
    });

    test("name each policy that grants it, from its org down to the person's own", async () => {
      const { Engineer, Ops } = directory.orgs;
      for (const org of [Engineer, Ops]) {
        await mapper.post(`${base}/${org}/induce`, [directory.roles[0]]);
      }
      const place = placeOf(directory.orgs["Job Titles"], 1);
      const holders = await list(place, "show=holders&sort=username,asc");
      expect(holders.map(({ username, paths }) => [username, paths])).toEqual([
        [
          "ann",
          [
            { oid: Engineer, names: ["Engineer"] },
            { oid: Engineer, names: ["Engineer", "Senior_Engineer"] },
            { oid: Ops, names: ["Ops"] },
          ],
        ],
        ["bob", [{ oid: Engineer, names: ["Engineer", "Senior_Engineer"] }]],
      ]);
      const lackers = await list(place, "show=lackers&sort=username,asc");
      expect(lackers.map(({ username, paths }) => [username, paths.length])).toEqual([
        ["cyd", 1],
        ["dan", 0],
      ]);
      expect((await get(place, "/count")).json()).toMatchObject({
        members: 4,
        holders: 2,
        outsidePolicy: 0,
        missing: 1,
      });
    });

    test("are found by a text, and all of them are in a CSV file", async () => {
      const place = placeOf(directory.orgs["Job Titles"], 1);
      expect(named(await list(place, "show=holders&contains=BO"))).toEqual(["bob"]);
      await mapper.post(`${base}/${directory.orgs.Engineer}/induce`, [directory.roles[0]]);
      const rows = readCsv((await get(place, ".csv", "show=lackers")).body);
      expect(rows.map(({ username, grantedBy }) => [username, grantedBy])).toEqual([
        ["cyd", "Engineer > Data Engineer"],
        ["dan", ""],
      ]);
    });

    test("are found among all people if no org is named, including people in no org", async () => {
      const { db } = database.current;
      const place = placeOf(null, 1);
      await mapper.post(`${base}/${directory.orgs.Engineer}/induce`, [directory.roles[0]]);
      const removed = await db
        .deleteFrom("identity_orgs")
        .where("org_oid", "=", directory.orgs["Sales 100%"])
        .returningAll()
        .execute();
      expect(named(await list(place, "sort=username"))).toEqual(["ann", "bob"]);
      expect(named(await list(place, "show=lackers&sort=username"))).toEqual(["cyd", "dan"]);
      expect(named(await list(place, "show=lackers&contains=da"))).toEqual(["dan"]);
      expect((await get(place, "/count")).json()).toMatchObject({
        orgName: null,
        members: 4,
        holders: 2,
        outsidePolicy: 0,
        missing: 1,
      });
      const rows = readCsv((await get(place, ".csv", "show=lackers")).body);
      expect(rows.map(({ username, grantedBy }) => [username, grantedBy])).toEqual([
        ["cyd", "Engineer > Data Engineer"],
        ["dan", ""],
      ]);
      await db.insertInto("identity_orgs").values(removed).execute();
    });

    test("of an unknown entitlement, or in another client's org, are not found", async () => {
      const unknown = [directory.orgs.Engineer, null].map((org) => ({
        org,
        roleOid: randomUUID(),
      }));
      for (const place of [...unknown, placeOf(directory.foreign.orgOid, 1)]) {
        for (const part of ["/count", "", ".csv"]) {
          expectError(await get(place, part), "ENOTFOUND");
        }
      }
    });
  });
});
