/** Who gains and loses access when entitlements are merged, or leave the directory with their system. */
import { describe, expect, test } from "vitest";
import type { AffectedPerson } from "#events/entities/policyChange.ts";
import type { Browser } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import type { OrgName } from "../support/directory.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);

  const induce = async (org: OrgName, roleOids: readonly string[]) => {
    const path = `${setup.base}/mp-orgs/${setup.directory.orgs[org]}/induce`;
    const response = await setup.mapper.post(path, roleOids);
    expect(response.statusCode, response.body).toBe(200);
    setup.api.clock.now = new Date(setup.api.clock.now.getTime() + 60_000);
  };
  /** An access role of the entitlements, which Dan has. */
  const assign = async (owner: Browser, name: string, entitlementOids: readonly string[]) => {
    const body = { name, description: "", resourceOid: null, entitlementOids, ownerOids: [] };
    const { oid } = (await owner.post(`${setup.base}/roles`, body)).json();
    const dan = await database.current.db
      .selectFrom("identities")
      .select("oid")
      .where("username", "=", "dan")
      .executeTakeFirstOrThrow();
    const granted = await owner.send("PUT", `${setup.base}/roles/${oid}/grants/${dan.oid}`, {
      body: { kind: "person", validFrom: null, validUntil: null, expected: null },
    });
    expect(granted.statusCode, granted.body).toBe(200);
  };
  /** The people of the newest change. */
  const people = async () => {
    const { _embedded } = (await setup.mapper.get(`${setup.base}/policy-changes`)).json();
    const path = `${setup.base}/policy-changes/${_embedded.changes[0].id}`;
    const counts = (await setup.mapper.get(`${path}/people-count`)).json().people;
    const list = (await setup.mapper.get(`${path}/people?size=20`)).json()._embedded.people;
    const lines = list.map(({ username, gained, lost }: AffectedPerson) =>
      [username, ...gained.map((name) => `+${name}`), ...lost.map((name) => `-${name}`)].join(" "),
    );
    return { counts, lines: lines.toSorted() };
  };
  const entitlementId = async (roleOid: string) => {
    const found = await database.current.db
      .selectFrom("entitlements")
      .select("id")
      .where("role_oid", "=", roleOid)
      .executeTakeFirstOrThrow();
    return found.id;
  };

  describe("the history records who", () => {
    test("has the kept entitlement instead of the merged one, by policies and access roles", async () => {
      const [kept, merged] = setup.directory.roles;
      const owner = await setup.api.signIn("owner");
      await induce("Engineer", [merged]);
      // Bob and Ann have both.
      await induce("Senior_Engineer", [kept]);
      await assign(owner, "Merged", [merged]);
      const path = `${setup.base}/resources/${setup.directory.resources.crm}/entitlements`;
      const keptId = await entitlementId(kept);
      const mergedIds = [await entitlementId(merged)];
      const preview = await owner.get(`${path}/${keptId}/merge?mergedIds=${mergedIds.join(",")}`);
      const { fingerprint } = preview.json();
      const done = await owner.post(`${path}/${keptId}/merge`, { mergedIds, fingerprint });
      expect(done.statusCode, done.body).toBe(200);
      expect(await people()).toEqual({
        counts: { gaining: 2, losing: 4 },
        lines: [
          "ann -Entitlement 2",
          "bob -Entitlement 2",
          "cyd +Entitlement 1 -Entitlement 2",
          "dan +Entitlement 1 -Entitlement 2",
        ],
      });
    });

    test("loses the entitlements of a deleted system, by policies and access roles", async () => {
      const [e1, , e3, e4] = setup.directory.roles;
      const owner = await setup.api.signIn("owner");
      await induce("Engineer", [e1, e4]);
      // He has the access role of the merge, too.
      await assign(owner, "Mixed", [e3, e4]);
      const path = `${setup.base}/resources/${setup.directory.resources.crm}/deletion`;
      const { fingerprint } = (await owner.get(path)).json();
      const done = await owner.post(path, { fingerprint, removesGrants: true });
      expect(done.statusCode, done.body).toBe(200);
      expect(await people()).toEqual({
        counts: { gaining: 0, losing: 4 },
        lines: [
          "ann -Entitlement 1",
          "bob -Entitlement 1",
          "cyd -Entitlement 1",
          "dan -Entitlement 1 -Entitlement 3",
        ],
      });
    });
  });
});
