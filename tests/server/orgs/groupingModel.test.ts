/** Random changes of groups, against a plain model. */
import { expect, test } from "vitest";
import { Random } from "#server/demo/random.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { NAMES, useGroupings } from "./groupingCalls.ts";

oneDatabase((database) => {
  const setup = useGroupings(database);
  const { put, remove, stored } = setup;

  test("random changes keep the tree acyclic and equal to a plain model", async () => {
    const random = new Random(7);
    interface Model {
      readonly name: string;
      readonly parent: string;
      readonly isGroup: boolean;
    }
    const model = new Map<string, Model>(
      NAMES.map((name) => [setup.orgs[name], { name, parent: setup.root, isGroup: false }]),
    );
    const groups = () => [...model].filter(([, { isGroup }]) => isGroup).map(([oid]) => oid);
    const above = (oid: string): string[] => {
      const parent = model.get(oid)?.parent ?? setup.root;
      return parent === setup.root ? [oid] : [oid, ...above(parent)];
    };
    const isTaken = (name: string, parent: string) =>
      [...model.values()].some((org) => org.name === name && org.parent === parent);
    const versionOf = async (oid: string) => {
      const org = await database.current.db
        .selectFrom("orgs")
        .select("version")
        .where("client_id", "=", setup.clientId)
        .where("oid", "=", oid)
        .executeTakeFirstOrThrow();
      return org.version;
    };
    const rounds = Number(process.env["PROVISION_GROUPINGS"] ?? 80);
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      const places = [setup.root, ...groups()];
      const target = random.pick(places);
      const action = random.between(0, 9);
      if (action < 3) {
        const name = `Group ${random.between(0, 7)}`;
        const org = { orgType: "job-titles", displayName: name, parentOid: target };
        const answer = await put({ org });
        if (isTaken(name, target)) expectError(answer, "ECONFLICT");
        else {
          const { oid } = answer.json().change.group;
          model.set(oid, { name, parent: target, isGroup: true });
        }
      } else if (action < 8) {
        const moved = random.pick([...model.keys()]);
        const org = model.get(moved);
        if (!org) throw new Error("No such org");
        const answer = await put({
          org: { oid: target },
          ids: [{ oid: moved, version: await versionOf(moved) }],
        });
        const isCycle = target !== setup.root && above(target).includes(moved);
        const isRefused = target !== org.parent && (isCycle || isTaken(org.name, target));
        expect(answer.statusCode, answer.body).toBe(isRefused ? 409 : 200);
        if (isRefused) refused += 1;
        else model.set(moved, { ...org, parent: target });
      } else if (groups().length > 0) {
        const oid = random.pick(groups());
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
      const actual = [...rows.values()].filter(({ oid }) => oid !== setup.root);
      expect(
        Object.fromEntries(actual.map((row) => [row.oid, [row.display_name, row.parent_oid]])),
      ).toEqual(Object.fromEntries([...model].map(([oid, org]) => [oid, [org.name, org.parent]])));
      // Distinct people below each group: each job title here has at most one.
      const peopled = new Set(
        (["Teller I", "Teller II", "Banker", "Lead Banker"] as const).map(
          (name) => setup.orgs[name],
        ),
      );
      for (const group of groups()) {
        const count = [...peopled].filter((oid) => above(oid).includes(group)).length;
        expect(rows.get(group)?.member_count, `round ${round}`).toBe(count);
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});
