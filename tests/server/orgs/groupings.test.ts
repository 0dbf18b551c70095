/** Groups of orgs: creating, listing, changing, moving and deleting. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { TreeOrg } from "#events/entities/grouping.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useGroupings } from "./groupingCalls.ts";

oneDatabase((database) => {
  const setup = useGroupings(database);
  const { put, remove, patch, undo, level, namesOf, loose, at, create, stored, audited } = setup;

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
        parentOid: setup.root,
        isGroup: true,
        version: 1,
        memberCount: 2,
        inducementCount: 0,
        roleCount: 0,
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
        after: { change: "ADD", moved: 2, name: "Tellers", parent: setup.root },
      },
    ]);
  });

  test("[ORG-37] orgs are put into a group and taken out of it, and the group is renamed", async () => {
    const { oid } = await create("Tellers", at("Teller I", "Teller II"));
    const answer = await put({
      org: { oid, version: 1, displayName: "Counter" },
      ids: at("Banker"),
      toDelete: [{ oid: setup.orgs["Teller I"], version: 2 }],
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
      const answer = await setup.owner.get(
        `${setup.base}/mp-orgs/groups?orgType=job-titles&parentOid=${oid}&size=2${after}`,
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
      const answer = await setup.owner.get(
        `${setup.base}/mp-orgs/groups?orgType=job-titles&after=${bad}`,
      );
      expectError(answer, "EINVALID");
    }
    expectError(
      await setup.owner.get(
        `${setup.base}/mp-orgs/groups?orgType=job-titles&parentOid=${randomUUID()}`,
      ),
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
      { op: "replace", path: "/parentOid", value: setup.root },
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
    const moved = await patch(setup.orgs.Banker, [
      { op: "replace", path: "/parentOid", value: oid },
    ]);
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
    const out = await patch(inner, [{ op: "replace", path: "/parentOid", value: setup.root }]);
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
      await patch(setup.orgs.Banker, [{ op: "replace", path: "/displayName", value: "Clerk" }]),
      "ECONFLICT",
    );
    expectError(
      await patch(setup.root, [{ op: "replace", path: "/displayName", value: "X" }]),
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
      await patch(randomUUID(), [{ op: "replace", path: "/parentOid", value: setup.root }]),
      "ENOTFOUND",
    );
  });

  test("[ORG-38] a deleted group gives its orgs to another parent, and its policy is gone", async () => {
    const { oid } = await create("Tellers", at("Teller I", "Teller II"));
    await setup.owner.post(`${setup.base}/mp-orgs/${oid}/induce`, [setup.directory.roles[0]]);
    const answer = await remove({ org: { oid: setup.root }, oidToDelete: oid, version: 1 });
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
    const org = await setup.owner.get(`${setup.base}/mp-orgs?policy=present`);
    expect(org.json()._embedded.orgs).toMatchObject([{ oid }]);
    // And undoing the undo deletes it again.
    expect((await undo(undone.json().change.id)).statusCode).toBe(200);
    expect(await level()).toEqual([]);
  });
});
