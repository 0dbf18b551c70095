/** Changes of many orgs, by list or by suggestion, and their undo. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useGroupings } from "./groupingCalls.ts";

oneDatabase((database) => {
  const setup = useGroupings(database);
  const { put, undo, level, namesOf, at, create, stored } = setup;

  test("an org that is named twice, in upper and lower case, moves once", async () => {
    const [banker] = at("Banker");
    const upper = { oid: setup.orgs.Banker.toUpperCase(), version: 1 };
    const { oid, moved } = await create("Bankers", [banker ?? {}, upper]);
    expect(moved).toBe(1);
    const more = await put({ org: { oid }, ids: at("Greeter") });
    expect(more.json().change).toMatchObject({ group: { oid }, formerName: null, moved: 1 });
    expect(namesOf(await level(oid))).toEqual(["Banker", "Greeter"]);
    const out = await put({
      org: { oid: setup.root },
      ids: [{ oid: setup.orgs.Banker, version: 2 }],
    });
    expect(out.json().change).toMatchObject({ group: null, change: "REPLACE", moved: 1 });
  });

  test("all orgs that match are moved at once, except some", async () => {
    const { oid } = await create("Tellers");
    const all = { list: "ungrouped", contains: "teller", except: [setup.orgs["Teller II"]] };
    expect((await put({ org: { oid }, all })).json().change).toMatchObject({ moved: 1 });
    const inactive = { list: "inactive", except: [] };
    expect((await put({ org: { oid }, all: inactive })).json().change).toMatchObject({ moved: 2 });
    expect(namesOf(await level(oid))).toEqual(["Greeter", "Sr. Teller", "Teller I"]);
  });

  test("groups are suggested from names, and all accepted ones are created in one change", async () => {
    const path = `${setup.base}/mp-orgs/groups/suggestions`;
    const suggest = async () =>
      (await setup.owner.get(`${path}?orgType=job-titles`)).json().suggestions;
    const suggestions = await suggest();
    expect(suggestions).toMatchObject([
      {
        name: "Banker",
        groupOid: null,
        orgs: [{ displayName: "Banker" }, { displayName: "Lead Banker" }],
      },
      {
        name: "Teller",
        groupOid: null,
        orgs: [{ displayName: "Teller I" }, { displayName: "Teller II" }],
      },
    ]);
    const before = await stored();
    const groups = suggestions.map(
      (one: {
        name: string;
        groupOid: string | null;
        orgs: { oid: string; version: number }[];
      }) => ({
        name: one.name,
        groupOid: one.groupOid,
        ids: one.orgs.map(({ oid, version }) => ({ oid, version })),
      }),
    );
    const answer = await setup.owner.post(path, { orgType: "job-titles", groups });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().change).toMatchObject({
      change: "ADD",
      created: 2,
      moved: 4,
      group: null,
    });
    const [banker, teller] = await level();
    expect([banker, teller]).toMatchObject([
      { displayName: "Banker", childCount: 2, memberCount: 2 },
      { displayName: "Teller", childCount: 2, memberCount: 2 },
    ]);
    expect(namesOf(await level(banker?.oid))).toEqual(["Banker", "Lead Banker"]);
    expect(await suggest()).toEqual([]);
    expectError(await setup.owner.post(path, { orgType: "job-titles", groups }), "ECONFLICT");
    expect((await undo(answer.json().change.id)).statusCode).toBe(200);
    expect(await stored()).toEqual(before);
    // A group that is there already is extended.
    const { oid } = await create("teller");
    expect((await suggest())[1]).toMatchObject({ name: "teller", groupOid: oid });
    const again = await suggest();
    const ids = again[1].orgs.map(({ oid: id, version }: { oid: string; version: number }) => ({
      oid: id,
      version,
    }));
    const extended = await setup.owner.post(path, {
      orgType: "job-titles",
      groups: [{ name: "teller", groupOid: oid, ids }],
    });
    expect(extended.json().change).toMatchObject({ created: 0, moved: 2, group: { oid } });
    const twice = [0, 1].map((n) => ({
      name: `Twice ${n}`,
      groupOid: null,
      ids: at("Banker").map((org) => ({ ...org, version: 3 })),
    }));
    expectError(await setup.owner.post(path, { orgType: "job-titles", groups: twice }), "EINVALID");
  });

  describe("undo", () => {
    const last = async () =>
      (await setup.owner.get(`${setup.base}/mp-orgs/group-changes/last?orgType=job-titles`)).json()
        .change;

    test("takes back the last change, and then the one before", async () => {
      const before = await stored();
      await create("Tellers", at("Teller I", "Teller II"));
      const made = await last();
      await put({ org: { oid: made.group.oid }, ids: at("Banker") });
      const moved = await last();
      expect(moved).toMatchObject({
        change: "REPLACE",
        moved: 1,
        group: { displayName: "Tellers" },
      });
      expect((await undo(moved.id)).json().change).toMatchObject({ undoes: moved.id });
      expect(await last()).toMatchObject({ id: made.id });
      expect((await undo(made.id)).statusCode).toBe(200);
      expect(await last()).toBeNull();
      expect(await stored()).toEqual(before);
      expectError(await undo(made.id), "ECONFLICT");
      expectError(await undo(randomUUID()), "ENOTFOUND");
    });

    test("is refused if an org was changed since, and changes nothing then", async () => {
      const { oid, id } = await create("Tellers", at("Teller I", "Teller II"));
      await put({ org: { oid: setup.root }, ids: [{ oid: setup.orgs["Teller I"], version: 2 }] });
      const before = await stored();
      expect(expectError(await undo(id), "ECONFLICT").message).toContain("changed since");
      expect(await stored()).toEqual(before);
      const other = await create("Others");
      await put({ org: { oid: other.oid }, ids: [{ oid, version: 1 }] });
      expectError(await undo(other.id), "ECONFLICT");
    });
  });
});
