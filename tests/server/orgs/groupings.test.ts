/** Groups of orgs: creating, changing, moving, deleting, undo, and the policies that orgs inherit through them. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { GroupChange, TreeOrg } from "#events/entities/grouping.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { MAX_GROUP_DEPTH } from "#events/rules/orgTree.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { storeCounts } from "#server/directory/queries.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const NAMES = ["Teller I", "Teller II", "Sr. Teller", "Banker", "Lead Banker", "Greeter"] as const;
type Name = (typeof NAMES)[number];

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let clientId: string;
  let root: string;
  let orgs: Readonly<Record<Name, string>>;
  let base: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    clientId = directory.clientId;
    root = directory.orgs["Job Titles"];
    base = `/api/clients/${clientId}`;
    return () => api.app.close();
  });

  /** Job titles at the top level; ann is a Teller I, bob a Teller II, cyd a Banker, dan a Lead Banker. */
  beforeEach(async () => {
    const { db } = database.current;
    for (const table of ["inducements", "group_changes", "group_change_orgs"] as const) {
      await db.deleteFrom(table).where("client_id", "=", clientId).execute();
    }
    const ofTitles = sql`select oid from orgs where client_id = ${clientId}
      and type = 'job-titles' and parent_oid is not null`;
    await sql`delete from identity_orgs where org_oid in (${ofTitles})`.execute(db);
    await sql`delete from orgs where client_id = ${clientId} and oid in (${ofTitles})`.execute(db);
    orgs = Object.fromEntries(NAMES.map((name) => [name, randomUUID()])) as Record<Name, string>;
    await db
      .insertInto("orgs")
      .values(
        NAMES.map((name) => ({
          client_id: clientId,
          oid: orgs[name],
          type: "job-titles" as const,
          name,
          display_name: name,
          parent_oid: root,
          search_key: normalizeForFilter(name),
        })),
      )
      .execute();
    const members = { "Teller I": "ann", "Teller II": "bob", Banker: "cyd", "Lead Banker": "dan" };
    for (const [name, username] of Object.entries(members)) {
      await sql`
        insert into identity_orgs (client_id, org_oid, identity_oid)
        select ${clientId}::uuid, ${orgs[name as Name]}::uuid, oid from identities
        where client_id = ${clientId} and username = ${username}
      `.execute(db);
    }
    await storeCounts(db, clientId);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
  });

  const put = (body: object) =>
    owner.send("PUT", "/api/mp-orgs/group", { body: { ids: [], toDelete: [], ...body } });
  const remove = (body: object) => owner.send("DELETE", "/api/mp-orgs/group", { body });
  const patch = (oid: string, body: readonly object[]) =>
    owner.send("PATCH", `${base}/mp-orgs/${oid}`, { body });
  const undo = (changeId: string) =>
    owner.send("POST", `${base}/mp-orgs/group-changes/${changeId}/undo`);
  const level = async (parentOid?: string, more = ""): Promise<TreeOrg[]> => {
    const parent = parentOid === undefined ? "" : `&parentOid=${parentOid}`;
    const answer = await owner.get(`${base}/mp-orgs/groups?orgType=job-titles${parent}${more}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json()._embedded.orgs;
  };
  const namesOf = (list: readonly TreeOrg[]) => list.map(({ displayName }) => displayName);
  const loose = async (list: "ungrouped" | "inactive", more = ""): Promise<TreeOrg[]> =>
    (await owner.get(`${base}/mp-orgs/${list}?orgType=job-titles${more}`)).json()._embedded.orgs;
  const at = (...names: Name[]) => names.map((name) => ({ oid: orgs[name], version: 1 }));

  async function create(
    displayName: string,
    ids: readonly object[] = [],
    parentOid?: string,
  ): Promise<GroupChange & { readonly oid: string }> {
    const org = { orgType: "job-titles", displayName, ...(parentOid && { parentOid }) };
    const answer = await put({ org, ids });
    expect(answer.statusCode, answer.body).toBe(200);
    const { change } = answer.json() as { change: GroupChange };
    return { ...change, oid: change.group?.oid ?? "" };
  }

  /** Every org's parent, name and member count, by oid. */
  async function stored() {
    const rows = await database.current.db
      .selectFrom("orgs")
      .select(["oid", "display_name", "parent_oid", "member_count", "is_group"])
      .where("client_id", "=", clientId)
      .where("type", "=", "job-titles")
      .orderBy("oid")
      .execute();
    return new Map(rows.map((row) => [row.oid, row]));
  }
  const audited = () =>
    database.current.db
      .selectFrom("audit")
      .selectAll()
      .where("client_id", "=", clientId)
      .where("at", "=", api.clock.now)
      .execute();

  test("[ORG-1] [ORG-37] [ORG-8] a group is created with orgs, which leave the ungrouped ones", async () => {
    expect(namesOf(await loose("ungrouped"))).toEqual([
      "Banker",
      "Lead Banker",
      "Teller I",
      "Teller II",
    ]);
    const { oid, ...change } = await create("Tellers", at("Teller I", "Teller II"));
    expect(change).toMatchObject({
      actor: "owner",
      change: "ADD",
      group: { oid, displayName: "Tellers" },
      moved: 2,
      undoneBy: null,
    });
    expect(await level()).toEqual([
      {
        oid,
        displayName: "Tellers",
        orgType: "job-titles",
        parentOid: root,
        isGroup: true,
        version: 1,
        memberCount: 2,
        inducementCount: 0,
        childCount: 2,
      },
    ]);
    expect(await level(oid)).toMatchObject([
      { displayName: "Teller I", parentOid: oid, version: 2, isGroup: false, memberCount: 1 },
      { displayName: "Teller II", parentOid: oid, version: 2, isGroup: false, memberCount: 1 },
    ]);
    expect(namesOf(await loose("ungrouped"))).toEqual(["Banker", "Lead Banker"]);
    expect(await audited()).toMatchObject([
      {
        actor: "owner",
        call: "groupings/updateGroup",
        target: oid,
        after: { change: "ADD", moved: 2, name: "Tellers", parent: root },
      },
    ]);
  });

  test("[ORG-37] orgs are put into a group and taken out of it, and the group is renamed", async () => {
    const { oid } = await create("Tellers", at("Teller I", "Teller II"));
    const answer = await put({
      org: { oid, version: 1, displayName: "Counter" },
      ids: at("Banker"),
      toDelete: [{ oid: orgs["Teller I"], version: 2 }],
    });
    expect(answer.json().change).toMatchObject({
      change: "REPLACE",
      formerName: "Tellers",
      group: { oid, displayName: "Counter" },
      moved: 2,
    });
    const stale = await put({ org: { oid, version: 1, displayName: "Desk" } });
    expect(expectError(stale, "ECONFLICT").message).toContain("was changed by someone else");
    expect(namesOf(await level(oid))).toEqual(["Banker", "Teller II"]);
    expect(namesOf(await level())).toEqual(["Counter"]);
    expect((await stored()).get(oid)?.member_count).toBe(2);
    expect(namesOf(await loose("ungrouped"))).toEqual(["Lead Banker", "Teller I"]);
  });

  test("[ORG-29] the children of a group are listed in pages, groups first, and orgs are found by name", async () => {
    const { oid } = await create("Staff", at("Banker", "Greeter", "Teller I", "Teller II"));
    await create("Zebras", [], oid);
    const pages: string[][] = [];
    let next: string | null = "";
    while (next !== null) {
      const after: string = next === "" ? "" : `&after=${encodeURIComponent(next)}`;
      const answer = await owner.get(
        `${base}/mp-orgs/groups?orgType=job-titles&parentOid=${oid}&size=2${after}`,
      );
      const body = answer.json() as { _embedded: { orgs: TreeOrg[] }; next: string | null };
      pages.push(namesOf(body._embedded.orgs));
      ({ next } = body);
    }
    expect(pages).toEqual([["Zebras", "Banker"], ["Greeter", "Teller I"], ["Teller II"]]);
    expect(namesOf(await level(undefined, "&search=tell_er"))).toEqual([
      "Sr. Teller",
      "Teller I",
      "Teller II",
    ]);
    expect(namesOf(await level(undefined, "&search=e&only=groups"))).toEqual(["Zebras"]);
    for (const bad of ["x", Buffer.from('["7"]').toString("base64url")]) {
      const answer = await owner.get(`${base}/mp-orgs/groups?orgType=job-titles&after=${bad}`);
      expectError(answer, "EINVALID");
    }
    expectError(
      await owner.get(`${base}/mp-orgs/groups?orgType=job-titles&parentOid=${randomUUID()}`),
      "ENOTFOUND",
    );
  });

  test("[ORG-28] orgs without members are listed apart from the ungrouped ones, in groups as well", async () => {
    await create("Tellers", at("Sr. Teller"));
    expect(namesOf(await loose("inactive"))).toEqual(["Greeter", "Sr. Teller"]);
    expect(namesOf(await loose("inactive", "&contains=TELLER"))).toEqual(["Sr. Teller"]);
    expect(namesOf(await loose("ungrouped"))).not.toContain("Greeter");
  });

  test("[ORG-33] a patch renames or moves one org, and tests its version", async () => {
    const { oid } = await create("Tellers");
    const { oid: inner } = await create("Seniors", [], oid);
    expect((await level(oid))[0]).toMatchObject({ oid: inner, version: 1 });
    const answer = await patch(inner, [
      { op: "test", path: "/version", value: 1 },
      { op: "replace", path: "/displayName", value: " Leads " },
      { op: "replace", path: "/parentOid", value: root },
    ]);
    expect(answer.json().change).toMatchObject({
      change: "REPLACE",
      formerName: "Seniors",
      group: { oid: inner, displayName: "Leads" },
      moved: 1,
    });
    expect(namesOf(await level())).toEqual(["Leads", "Tellers"]);
    expectError(
      await patch(inner, [
        { op: "test", path: "/version", value: 1 },
        { op: "replace", path: "/displayName", value: "Late" },
      ]),
      "ECONFLICT",
    );
    const moved = await patch(orgs.Banker, [{ op: "replace", path: "/parentOid", value: oid }]);
    expect(moved.json().change).toMatchObject({
      group: { oid, displayName: "Tellers" },
      formerName: null,
      moved: 1,
    });
    const renamed = await patch(inner, [
      { op: "replace", path: "/displayName", value: "Heads" },
      { op: "replace", path: "/parentOid", value: oid },
    ]);
    expect(renamed.json().change).toMatchObject({
      group: { oid: inner, displayName: "Heads" },
      formerName: "Leads",
      moved: 1,
    });
    const out = await patch(inner, [{ op: "replace", path: "/parentOid", value: root }]);
    expect(out.json().change).toMatchObject({ group: null, formerName: null, moved: 1 });
    const same = await patch(inner, [{ op: "replace", path: "/displayName", value: "Heads" }]);
    expect(same.json().change).toMatchObject({ formerName: null, moved: 0 });
    const steps = await database.current.db
      .selectFrom("group_change_orgs")
      .select("org_oid")
      .where("change_id", "=", same.json().change.id)
      .execute();
    expect(steps).toEqual([]);
    expectError(
      await patch(orgs.Banker, [{ op: "replace", path: "/displayName", value: "Clerk" }]),
      "ECONFLICT",
    );
    expectError(
      await patch(root, [{ op: "replace", path: "/displayName", value: "X" }]),
      "ECONFLICT",
    );
    expectError(
      await patch(inner, [{ op: "replace", path: "/displayName", value: " " }]),
      "EINVALID",
    );
    const rename = (value: string) =>
      patch(inner, [{ op: "replace", path: "/displayName", value }]);
    expectError(await rename("x".repeat(TEXT_MAX_LENGTH + 1)), "EINVALID");
    expect((await rename("x".repeat(TEXT_MAX_LENGTH))).statusCode).toBe(200);
    expectError(
      await patch(inner, [{ op: "replace", path: "/parentOid", value: "x" }]),
      "EINVALID",
    );
    expectError(await patch(inner, [{ op: "replace", path: "/version", value: 9 }]), "EINVALID");
    expectError(
      await patch(randomUUID(), [{ op: "replace", path: "/parentOid", value: root }]),
      "ENOTFOUND",
    );
  });

  test("[ORG-38] a deleted group gives its orgs to another parent, and its policy is gone", async () => {
    const { oid } = await create("Tellers", at("Teller I", "Teller II"));
    await owner.post(`${base}/mp-orgs/${oid}/induce`, [directory.roles[0]]);
    const answer = await remove({ org: { oid: root }, oidToDelete: oid, version: 1 });
    expect(answer.json().change).toMatchObject({ change: "DELETE", moved: 2 });
    expect(await level()).toEqual([]);
    expect(namesOf(await loose("ungrouped"))).toContain("Teller I");
    const { db } = database.current;
    const left = await db
      .selectFrom("inducements")
      .selectAll()
      .where("org_oid", "=", oid)
      .execute();
    expect(left).toEqual([]);
    // Undo brings back the group, its orgs and its policy.
    const undone = await undo(answer.json().change.id);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await level()).toMatchObject([
      {
        oid,
        displayName: "Tellers",
        inducementCount: 1,
        childCount: 2,
        memberCount: 2,
        version: 2,
      },
    ]);
    const org = await owner.get(`${base}/mp-orgs?policy=present`);
    expect(org.json()._embedded.orgs).toMatchObject([{ oid }]);
    // And undoing the undo deletes it again.
    expect((await undo(undone.json().change.id)).statusCode).toBe(200);
    expect(await level()).toEqual([]);
  });

  test("a group with members of its own cannot be deleted", async () => {
    const { oid } = await create("Tellers");
    await sql`
      insert into identity_orgs (client_id, org_oid, identity_oid)
      select ${clientId}::uuid, ${oid}::uuid, oid from identities
      where client_id = ${clientId} and username = 'ann'
    `.execute(database.current.db);
    const answer = await remove({ org: { oid: root }, oidToDelete: oid, version: 1 });
    expect(expectError(answer, "ECONFLICT").message).toContain("has members of its own");
    expectError(
      await remove({ org: { oid: root }, oidToDelete: orgs.Banker, version: 1 }),
      "ECONFLICT",
    );
    expectError(await remove({ org: { oid: root }, oidToDelete: oid, version: 7 }), "ECONFLICT");
    expectError(await remove({ org: { oid: root }, oidToDelete: root, version: 1 }), "ECONFLICT");
  });

  test("an org that is no group cannot be deleted", async () => {
    const answer = await remove({ org: { oid: root }, oidToDelete: orgs.Greeter, version: 1 });
    expectError(answer, "ECONFLICT");
    expect((await stored()).has(orgs.Greeter)).toBe(true);
  });

  test("an org that is named twice, in upper and lower case, moves once", async () => {
    const [banker] = at("Banker");
    const upper = { oid: orgs.Banker.toUpperCase(), version: 1 };
    const { oid, moved } = await create("Bankers", [banker ?? {}, upper]);
    expect(moved).toBe(1);
    const more = await put({ org: { oid }, ids: at("Greeter") });
    expect(more.json().change).toMatchObject({ group: { oid }, formerName: null, moved: 1 });
    expect(namesOf(await level(oid))).toEqual(["Banker", "Greeter"]);
    const out = await put({ org: { oid: root }, ids: [{ oid: orgs.Banker, version: 2 }] });
    expect(out.json().change).toMatchObject({ group: null, change: "REPLACE", moved: 1 });
  });

  test("a group cannot be below itself", async () => {
    const { oid: outer } = await create("Outer");
    const { oid: inner } = await create("Inner", [], outer);
    const own = await put({ org: { oid: outer }, ids: [{ oid: outer, version: 1 }] });
    expect(expectError(own, "ECONFLICT").message).toBe(
      "Outer can't be moved into itself or into a group below it",
    );
    const below = await put({ org: { oid: inner }, ids: [{ oid: outer, version: 1 }] });
    expect(expectError(below, "ECONFLICT").message).toContain("Outer can't be moved into itself");
    const patched = await patch(outer, [{ op: "replace", path: "/parentOid", value: inner }]);
    expectError(patched, "ECONFLICT");
    expectError(await remove({ org: { oid: inner }, oidToDelete: outer, version: 1 }), "ECONFLICT");
    expect((await stored()).get(outer)?.parent_oid).toBe(root);
  });

  test("groups are nested only so deep", async () => {
    let parent: string | undefined;
    for (let depth = 1; depth <= MAX_GROUP_DEPTH; depth++) {
      ({ oid: parent } = await create(`Level ${depth}`, [], parent));
    }
    const org = { orgType: "job-titles", displayName: "Too deep", parentOid: parent };
    expect(expectError(await put({ org }), "ECONFLICT").message).toContain("20 levels deep");
  });

  test("a name stands once below one parent, whatever its case", async () => {
    const { oid } = await create("Tellers", at("Teller I"));
    const top = { orgType: "job-titles", displayName: "tellers" };
    expect(expectError(await put({ org: top }), "ECONFLICT").message).toBe(
      "There is already an org called tellers at the top level",
    );
    expectError(await put({ org: { ...top, displayName: "Banker" } }), "ECONFLICT");
    expectError(
      await put({ org: { ...top, displayName: "TELLER I", parentOid: oid } }),
      "ECONFLICT",
    );
    // A group may have the name of an org that moves into it.
    const { oid: banker } = await create("Banker", at("Banker", "Lead Banker"));
    expect(namesOf(await level(banker))).toEqual(["Banker", "Lead Banker"]);
    // Moving the org back would make two.
    const back = await put({ org: { oid: root }, ids: [{ oid: orgs.Banker, version: 2 }] });
    expectError(back, "ECONFLICT");
    const renamed = await put({ org: { oid, version: 1, displayName: "Banker" } });
    expectError(renamed, "ECONFLICT");
    expectError(await put({ org: { ...top, displayName: "  " } }), "EINVALID");
  });

  test("orgs are moved only into groups of their kind", async () => {
    expectError(await put({ org: { oid: orgs.Banker }, ids: at("Greeter") }), "ECONFLICT");
    const { oid } = await create("Tellers");
    const other = [{ oid: directory.orgs.Ops, version: 1 }];
    expect(expectError(await put({ org: { oid }, ids: other }), "ECONFLICT").message).toContain(
      "of another kind",
    );
    const unknown = [{ oid: randomUUID(), version: 1 }];
    expectError(await put({ org: { oid }, ids: unknown }), "ENOTFOUND");
    expectError(await put({ org: { oid }, ids: [{ oid: root, version: 1 }] }), "ECONFLICT");
    expectError(await put({ org: { oid }, toDelete: at("Banker") }), "ECONFLICT");
    expectError(await put({ org: { displayName: "Without kind" } }), "EINVALID");
    expectError(await put({ org: { oid: root, version: 1, displayName: "X" } }), "ECONFLICT");
  });

  test("of two administrators who move the same org, the second is refused and nothing is lost", async () => {
    const { oid: tellers } = await create("Tellers");
    const { oid: others } = await create("Others");
    const answers = await Promise.all([
      put({ org: { oid: tellers }, ids: at("Banker", "Teller I") }),
      put({ org: { oid: others }, ids: at("Banker", "Greeter") }),
    ]);
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 409]);
    const [won, lost] = answers[0].statusCode === 200 ? [tellers, others] : [others, tellers];
    expect((await stored()).get(orgs.Banker)?.parent_oid).toBe(won);
    expect(await level(lost)).toEqual([]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toContain("Banker was changed by someone else");
  });

  test("two moves at the same time that would make a cycle together make none", async () => {
    const { oid: one } = await create("One");
    const { oid: two } = await create("Two");
    const answers = await Promise.all([
      put({ org: { oid: one }, ids: [{ oid: two, version: 1 }] }),
      put({ org: { oid: two }, ids: [{ oid: one, version: 1 }] }),
    ]);
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 409]);
  });

  test("all orgs that match are moved at once, except some", async () => {
    const { oid } = await create("Tellers");
    const all = { list: "ungrouped", contains: "teller", except: [orgs["Teller II"]] };
    expect((await put({ org: { oid }, all })).json().change).toMatchObject({ moved: 1 });
    const inactive = { list: "inactive", except: [] };
    expect((await put({ org: { oid }, all: inactive })).json().change).toMatchObject({ moved: 2 });
    expect(namesOf(await level(oid))).toEqual(["Greeter", "Sr. Teller", "Teller I"]);
  });

  test("groups are suggested from names, and all accepted ones are created in one change", async () => {
    const path = `${base}/mp-orgs/groups/suggestions`;
    const suggest = async () => (await owner.get(`${path}?orgType=job-titles`)).json().suggestions;
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
    const answer = await owner.post(path, { orgType: "job-titles", groups });
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
    expectError(await owner.post(path, { orgType: "job-titles", groups }), "ECONFLICT");
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
    const extended = await owner.post(path, {
      orgType: "job-titles",
      groups: [{ name: "teller", groupOid: oid, ids }],
    });
    expect(extended.json().change).toMatchObject({ created: 0, moved: 2, group: { oid } });
    const twice = [0, 1].map((n) => ({
      name: `Twice ${n}`,
      groupOid: null,
      ids: at("Banker").map((org) => ({ ...org, version: 3 })),
    }));
    expectError(await owner.post(path, { orgType: "job-titles", groups: twice }), "EINVALID");
  });

  describe("undo", () => {
    const last = async () =>
      (await owner.get(`${base}/mp-orgs/group-changes/last?orgType=job-titles`)).json().change;

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
      await put({ org: { oid: root }, ids: [{ oid: orgs["Teller I"], version: 2 }] });
      const before = await stored();
      expect(expectError(await undo(id), "ECONFLICT").message).toContain("changed since");
      expect(await stored()).toEqual(before);
      const other = await create("Others");
      await put({ org: { oid: other.oid }, ids: [{ oid, version: 1 }] });
      expectError(await undo(other.id), "ECONFLICT");
    });
  });

  describe("inheritance", () => {
    test("a moved org inherits the policy of its new group in role mapping, previews and reports of people", async () => {
      const [e1, e2] = directory.roles;
      const { oid: outer } = await create("Bank");
      const { oid } = await create("Tellers", [], outer);
      await owner.post(`${base}/mp-orgs/${outer}/induce`, [e1]);
      await owner.post(`${base}/mp-orgs/${oid}/induce`, [e2]);
      const preview = await owner.post(`${base}/mp-orgs/groups/preview`, {
        targetOid: oid,
        oids: [orgs["Teller I"], orgs.Greeter],
      });
      expect(preview.json()).toEqual({ orgs: 2, people: 1, gained: 2, lost: 0 });
      // The effect of a bulk change is computed before and after on the memberships of that time.
      const bulk = async () => {
        const answer = await owner.post(`${base}/mp-orgs/bulk-update/preview`, {
          operation: "remove",
          orgs: { all: false, oids: [outer] },
          roles: { all: false, oids: [e1] },
        });
        expect(answer.statusCode, answer.body).toBe(200);
        return answer.json().people;
      };
      expect(await bulk()).toMatchObject({ losing: 0 });
      await put({ org: { oid }, ids: at("Teller I") });
      expect(await bulk()).toMatchObject({ losing: 1 });
      const inherited = await owner.get(`${base}/mp-orgs/${orgs["Teller I"]}/inherited`);
      expect(
        inherited
          .json()
          ._embedded.entitlements.map(({ name, path }: { name: string; path: string[] }) => [
            name,
            path,
          ]),
      ).toEqual([
        ["Entitlement 1", ["Bank", "Tellers"]],
        ["Entitlement 2", ["Tellers"]],
      ]);
      const ann = await database.current.db
        .selectFrom("identities")
        .select("oid")
        .where("client_id", "=", clientId)
        .where("username", "=", "ann")
        .executeTakeFirstOrThrow();
      const access = await owner.get(`${base}/identities/${ann.oid}/entitlements`);
      expect(access.statusCode, access.body).toBe(200);
      expect(JSON.stringify(access.json())).toContain('"Bank"');
      // Members of the group are those of the orgs below it.
      const members = await owner.get(`${base}/identities?orgOid=${outer}`);
      expect(members.json().page.totalElements).toBe(1);
      const back = await owner.post(`${base}/mp-orgs/groups/preview`, {
        targetOid: root,
        oids: [],
        oidToDelete: oid,
      });
      expect(back.json()).toEqual({ orgs: 1, people: 1, gained: 0, lost: 2 });
    });

    test("reports of groups whose members changed are mined anew", async () => {
      const { oid } = await create("Tellers", at("Teller I"));
      const report = () =>
        owner.post(`${base}/orgs/${oid}/entitlement-mining-report`, { resourceId: null });
      const count = async () =>
        (
          await database.current.db
            .selectFrom("mining_reports")
            .selectAll()
            .where("org_oid", "=", oid)
            .execute()
        ).length;
      const answer = await report();
      expect([200, 202], answer.body).toContain(answer.statusCode);
      expect(await count()).toBe(1);
      await put({ org: { oid }, ids: at("Teller II") });
      expect(await count()).toBe(0);
    });
  });

  test("random changes keep the tree acyclic and equal to a plain model", async () => {
    let seed = 7;
    const below = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * limit);
    };
    const one = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
    interface Model {
      readonly name: string;
      readonly parent: string;
      readonly isGroup: boolean;
    }
    const model = new Map<string, Model>(
      NAMES.map((name) => [orgs[name], { name, parent: root, isGroup: false }]),
    );
    const groups = () => [...model].filter(([, { isGroup }]) => isGroup).map(([oid]) => oid);
    const above = (oid: string): string[] => {
      const parent = model.get(oid)?.parent ?? root;
      return parent === root ? [oid] : [oid, ...above(parent)];
    };
    const isTaken = (name: string, parent: string) =>
      [...model.values()].some((org) => org.name === name && org.parent === parent);
    const versionOf = async (oid: string) => {
      const org = await database.current.db
        .selectFrom("orgs")
        .select("version")
        .where("client_id", "=", clientId)
        .where("oid", "=", oid)
        .executeTakeFirstOrThrow();
      return org.version;
    };
    const rounds = Number(process.env["PROVISION_GROUPINGS"] ?? 80);
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      const places = [root, ...groups()];
      const target = one(places);
      const action = below(10);
      if (action < 3) {
        const name = `Group ${below(8)}`;
        const org = { orgType: "job-titles", displayName: name, parentOid: target };
        const answer = await put({ org });
        if (isTaken(name, target)) expectError(answer, "ECONFLICT");
        else {
          const { oid } = answer.json().change.group;
          model.set(oid, { name, parent: target, isGroup: true });
        }
      } else if (action < 8) {
        const moved = one([...model.keys()]);
        const org = model.get(moved);
        if (!org) throw new Error("No such org");
        const answer = await put({
          org: { oid: target },
          ids: [{ oid: moved, version: await versionOf(moved) }],
        });
        const isCycle = target !== root && above(target).includes(moved);
        const isRefused = target !== org.parent && (isCycle || isTaken(org.name, target));
        expect(answer.statusCode, answer.body).toBe(isRefused ? 409 : 200);
        if (isRefused) refused += 1;
        else model.set(moved, { ...org, parent: target });
      } else if (groups().length > 0) {
        const oid = one(groups());
        const { parent } = model.get(oid) as Model;
        const children = [...model].filter(([, org]) => org.parent === oid);
        const answer = await remove({
          org: { oid: parent },
          oidToDelete: oid,
          version: await versionOf(oid),
        });
        const others = [...model].filter(([id, org]) => id !== oid && org.parent === parent);
        const isRefused = children.some(([, child]) =>
          others.some(([, other]) => other.name === child.name),
        );
        expect(answer.statusCode, answer.body).toBe(isRefused ? 409 : 200);
        if (!isRefused) {
          model.delete(oid);
          for (const [child, org] of children) model.set(child, { ...org, parent });
        }
      }
      const rows = await stored();
      const actual = [...rows.values()].filter(({ oid }) => oid !== root);
      expect(
        Object.fromEntries(actual.map((row) => [row.oid, [row.display_name, row.parent_oid]])),
      ).toEqual(Object.fromEntries([...model].map(([oid, org]) => [oid, [org.name, org.parent]])));
      // Distinct people below each group: each job title here has at most one.
      const peopled = new Set(
        (["Teller I", "Teller II", "Banker", "Lead Banker"] as const).map((name) => orgs[name]),
      );
      for (const group of groups()) {
        const count = [...peopled].filter((oid) => above(oid).includes(group)).length;
        expect(rows.get(group)?.member_count, `round ${round}`).toBe(count);
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});
