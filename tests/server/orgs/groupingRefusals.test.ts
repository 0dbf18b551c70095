/** Changes of groups that are refused, also if two are made at the same time. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MAX_GROUP_DEPTH } from "#events/rules/orgTree.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useGroupings } from "./groupingCalls.ts";

oneDatabase((database) => {
  const setup = useGroupings(database);
  const { put, remove, patch, level, namesOf, at, create, stored } = setup;

  test("a group with members of its own cannot be deleted", async () => {
    const { oid } = await create("Tellers");
    await sql`
      insert into identity_orgs (client_id, org_oid, identity_oid)
      select ${setup.clientId}::uuid, ${oid}::uuid, oid from identities
      where client_id = ${setup.clientId} and username = 'ann'
    `.execute(database.current.db);
    const answer = await remove({ org: { oid: setup.root }, oidToDelete: oid, version: 1 });
    expect(expectError(answer, "ECONFLICT").message).toContain("has members of its own");
    expectError(
      await remove({ org: { oid: setup.root }, oidToDelete: setup.orgs.Banker, version: 1 }),
      "ECONFLICT",
    );
    expectError(
      await remove({ org: { oid: setup.root }, oidToDelete: oid, version: 7 }),
      "ECONFLICT",
    );
    expectError(
      await remove({ org: { oid: setup.root }, oidToDelete: setup.root, version: 1 }),
      "ECONFLICT",
    );
  });

  test("an org that is no group cannot be deleted", async () => {
    const answer = await remove({
      org: { oid: setup.root },
      oidToDelete: setup.orgs.Greeter,
      version: 1,
    });
    expectError(answer, "ECONFLICT");
    expect((await stored()).has(setup.orgs.Greeter)).toBe(true);
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
    expect((await stored()).get(outer)?.parent_oid).toBe(setup.root);
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
    const back = await put({
      org: { oid: setup.root },
      ids: [{ oid: setup.orgs.Banker, version: 2 }],
    });
    expectError(back, "ECONFLICT");
    const renamed = await put({ org: { oid, version: 1, displayName: "Banker" } });
    expectError(renamed, "ECONFLICT");
    expectError(await put({ org: { ...top, displayName: "  " } }), "EINVALID");
  });

  test("orgs are moved only into groups of their kind", async () => {
    expectError(await put({ org: { oid: setup.orgs.Banker }, ids: at("Greeter") }), "ECONFLICT");
    const { oid } = await create("Tellers");
    const other = [{ oid: setup.directory.orgs.Ops, version: 1 }];
    expect(expectError(await put({ org: { oid }, ids: other }), "ECONFLICT").message).toContain(
      "of another kind",
    );
    const unknown = [{ oid: randomUUID(), version: 1 }];
    expectError(await put({ org: { oid }, ids: unknown }), "ENOTFOUND");
    expectError(await put({ org: { oid }, ids: [{ oid: setup.root, version: 1 }] }), "ECONFLICT");
    expectError(await put({ org: { oid }, toDelete: at("Banker") }), "ECONFLICT");
    expectError(await put({ org: { displayName: "Without kind" } }), "EINVALID");
    expectError(await put({ org: { oid: setup.root, version: 1, displayName: "X" } }), "ECONFLICT");
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
    expect((await stored()).get(setup.orgs.Banker)?.parent_oid).toBe(won);
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
});
