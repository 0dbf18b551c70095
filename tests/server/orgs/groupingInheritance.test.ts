/** Orgs inherit the policies of their groups. */
import { describe, expect, test } from "vitest";
import { oneDatabase } from "../support/databases.ts";
import { useGroupings } from "./groupingCalls.ts";

oneDatabase((database) => {
  const setup = useGroupings(database);
  const { put, at, create } = setup;

  describe("inheritance", () => {
    test("a moved org inherits the policy of its new group in role mapping, previews and reports of people", async () => {
      const [e1, e2] = setup.directory.roles;
      const { oid: outer } = await create("Bank");
      const { oid } = await create("Tellers", [], outer);
      await setup.owner.post(`${setup.base}/mp-orgs/${outer}/induce`, [e1]);
      await setup.owner.post(`${setup.base}/mp-orgs/${oid}/induce`, [e2]);
      const preview = await setup.owner.post(`${setup.base}/mp-orgs/groups/preview`, {
        targetOid: oid,
        oids: [setup.orgs["Teller I"], setup.orgs.Greeter],
      });
      expect(preview.json()).toEqual({ orgs: 2, people: 1, gained: 2, lost: 0 });
      // The effect of a bulk change is computed before and after on the memberships of that time.
      const bulk = async () => {
        const answer = await setup.owner.post(`${setup.base}/mp-orgs/bulk-update/preview`, {
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
      const inherited = await setup.owner.get(
        `${setup.base}/mp-orgs/${setup.orgs["Teller I"]}/inherited`,
      );
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
        .where("client_id", "=", setup.clientId)
        .where("username", "=", "ann")
        .executeTakeFirstOrThrow();
      const access = await setup.owner.get(`${setup.base}/identities/${ann.oid}/entitlements`);
      expect(access.statusCode, access.body).toBe(200);
      expect(JSON.stringify(access.json())).toContain('"Bank"');
      // Members of the group are those of the orgs below it.
      const members = await setup.owner.get(`${setup.base}/identities?orgOid=${outer}`);
      expect(members.json().page.totalElements).toBe(1);
      const back = await setup.owner.post(`${setup.base}/mp-orgs/groups/preview`, {
        targetOid: setup.root,
        oids: [],
        oidToDelete: oid,
      });
      expect(back.json()).toEqual({ orgs: 1, people: 1, gained: 0, lost: 2 });
    });

    test("reports of groups whose members changed are mined anew", async () => {
      const { oid } = await create("Tellers", at("Teller I"));
      const report = () =>
        setup.owner.post(`${setup.base}/orgs/${oid}/entitlement-mining-report`, {
          resourceId: null,
        });
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
});
