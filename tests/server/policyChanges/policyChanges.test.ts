/** Changes of many policies, their history, and their undo. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { PolicyChange, PolicyChangePreview } from "#events/entities/policyChange.ts";
import type { Browser } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError, textsOf } from "../support/errors.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const { preview, apply, grantsNow } = setup;

  describe("a change of many policies", () => {
    test("is made once, however often it is sent", async () => {
      const request = {
        orgs: { all: false, oids: [setup.directory.orgs.Ops] },
        operation: "equal",
        roles: { all: false, oids: [setup.directory.roles[0]] },
      };
      const { fingerprint } = await preview(request);
      const id = randomUUID();
      const first = await apply(request, fingerprint, id);
      const second = await apply(request, fingerprint, id);
      expect(second.json()).toEqual(first.json());
      const { rows } = await sql`select 1 from policy_changes where id = ${id}`.execute(
        database.current.db,
      );
      expect(rows).toHaveLength(1);
    });

    test("is refused where policies changed since the preview, and then changes nothing", async () => {
      const request = {
        orgs: { all: false, oids: [setup.directory.orgs.Ops] },
        operation: "add",
        roles: { all: false, oids: [...setup.directory.roles] },
      };
      const { fingerprint } = await preview(request);
      const other = `${setup.base}/mp-orgs/${setup.directory.orgs.Departments}/induce`;
      expect((await setup.mapper.post(other, [setup.directory.roles[1]])).statusCode).toBe(200);
      const before = await grantsNow();
      expectError(await apply(request, fingerprint), "ECONFLICT");
      expect(await grantsNow()).toEqual(before);
    });

    test.each([
      ["an unknown org", "orgs/oids/1", () => ({ oids: [setup.directory.orgs.Ops, randomUUID()] })],
      [
        "an org of another client",
        "orgs/oids/0",
        () => ({ oids: [setup.directory.foreign.orgOid] }),
      ],
      [
        "an unknown role",
        "roles/oids/1",
        () => ({ roles: [setup.directory.roles[0], randomUUID()] }),
      ],
      [
        "a role of another client",
        "roles/oids/0",
        () => ({ roles: [setup.directory.foreign.roleOid] }),
      ],
    ])("that names %s is refused with its place", async (_what, path, make) => {
      const made: { oids?: string[]; roles?: string[] } = make();
      const response = await setup.mapper.post(`${setup.base}/mp-orgs/bulk-update/preview`, {
        orgs: { all: false, oids: made.oids ?? [setup.directory.orgs.Ops] },
        operation: "add",
        roles: { all: false, oids: made.roles ?? [setup.directory.roles[0]] },
      });
      expectError(response, "EINVALID");
      expect(textsOf(response).fields).toMatchObject([{ path: `/body/${path}` }]);
    });

    test("takes all entitlements that a filter finds, but for those that are named", async () => {
      const [e1, e2, e3, e4] = setup.directory.roles;
      const of = async (roles: object) => {
        const org = setup.directory.orgs["Data Engineer"];
        const request = { orgs: { all: false, oids: [org] }, operation: "equal", roles };
        const { fingerprint } = await preview(request);
        expect((await apply(request, fingerprint)).statusCode).toBe(200);
        return (await grantsNow()).map((one) => one.split(" ")[1]);
      };
      expect(await of({ all: true, oids: [] })).toEqual([e1, e2, e3, e4].toSorted());
      expect(await of({ all: true, oids: [e2.toUpperCase()], contains: "ent 3" })).toEqual([e3]);
      const { crm } = setup.directory.resources;
      expect(await of({ all: true, oids: [e2], resourceId: crm })).toEqual([e1, e3].toSorted());
    });

    test("makes entitlements equal and keeps access roles, or makes access roles equal and keeps entitlements", async () => {
      const [e1, e2, e3] = setup.directory.roles;
      const org = setup.directory.orgs["Data Engineer"];
      const owner = await setup.api.signIn("owner");
      const create = async (name: string): Promise<string> => {
        const reply = await owner.post(`${setup.base}/roles`, {
          name,
          description: "",
          resourceOid: null,
          entitlementOids: [e3],
          ownerOids: [],
        });
        expect(reply.statusCode, reply.body).toBe(201);
        return reply.json().oid;
      };
      const [clerk, auditor] = [await create("Clerk"), await create("Auditor")];
      const change = async (operation: string, roles: object) => {
        const request = { orgs: { all: false, oids: [org] }, operation, roles };
        const told = await preview(request);
        const made = await apply(request, told.fingerprint);
        expect(made.json()).toMatchObject({ added: told.added, removed: told.removed });
        return (await grantsNow()).map((one) => one.split(" ")[1]);
      };
      await change("add", { all: false, oids: [e1, clerk] });
      expect(await change("equal", { all: false, oids: [e2] })).toEqual([e2, clerk].toSorted());
      expect(await change("equal", { all: false, oids: [auditor], accessRoles: true })).toEqual(
        [e2, auditor].toSorted(),
      );
      expect(await change("equal", { all: false, oids: [], accessRoles: true })).toEqual([e2]);
      await change("add", { all: false, oids: [clerk] });
      expect(await change("equal", { all: false, oids: [] })).toEqual([clerk]);
    });

    test("[ORG-35] of one resource touches nothing else, and needs access to that resource", async () => {
      const [e1, , , e4] = setup.directory.roles;
      const org = setup.directory.orgs["Sales 100%"];
      await setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce`, [e1, e4]);
      const keeper = await setup.api.signIn("keeper");
      const path = `${setup.base}/resources/${setup.directory.resources.crm}/mp-orgs/bulk-update`;
      const request = {
        orgs: { all: false, oids: [org] },
        operation: "equal",
        roles: { all: false, oids: [] as string[] },
      };
      const told = await keeper.post(`${path}/preview`, request);
      expect(told.json()).toMatchObject({ removed: 1, added: 0 });
      const { fingerprint } = told.json<PolicyChangePreview>();
      const made = await keeper.post(path, { ...request, fingerprint, id: randomUUID() });
      expect(made.json()).toMatchObject({ removed: 1, resourceId: setup.directory.resources.crm });
      const left = (await grantsNow()).filter((one) => one.startsWith(org));
      expect(left).toEqual([`${org} ${e4}`]);
      const other = path.replace(setup.directory.resources.crm, setup.directory.resources.erp);
      expectError(await keeper.post(`${other}/preview`, request), "EFORBIDDEN");
      const foreign = { ...request, operation: "add", roles: { all: false, oids: [e4] } };
      expectError(await keeper.post(`${path}/preview`, foreign), "EINVALID");
    });

    test("[PERM-30] [ORG-35] of one resource is listed, told and undone for those who manage that resource only", async () => {
      const [e1, , , e4] = setup.directory.roles;
      const { crm, erp } = setup.directory.resources;
      const org = setup.directory.orgs["Sales 100%"];
      const keeper = await setup.api.signIn("keeper");
      const owner = await setup.api.signIn("owner");
      const change = async (browser: Browser, path: string, roleOid: string): Promise<string> => {
        const request = {
          orgs: { all: false, oids: [org] },
          operation: "add",
          roles: { all: false, oids: [roleOid] },
        };
        const { fingerprint } = (
          await browser.post(`${setup.base}/${path}/preview`, request)
        ).json<PolicyChangePreview>();
        const made = await browser.post(`${setup.base}/${path}`, {
          ...request,
          fingerprint,
          id: randomUUID(),
        });
        expect(made.statusCode, made.body).toBe(200);
        return made.json<PolicyChange>().id;
      };
      const ofAll = await change(setup.mapper, "mp-orgs/bulk-update", e4);
      const ofErp = await change(owner, `resources/${erp}/mp-orgs/bulk-update`, e4);
      const own = await change(keeper, `resources/${crm}/mp-orgs/bulk-update`, e1);

      const listed = async (browser: Browser, resourceId: string): Promise<string[]> =>
        (await browser.get(`${setup.base}/policy-changes?resourceId=${resourceId}`))
          .json()
          ._embedded.changes.map(({ id }: PolicyChange) => id);
      expect(await listed(keeper, crm)).toEqual([own]);
      expect(await listed(keeper, crm.toUpperCase())).toEqual([own]);
      expect(await listed(setup.mapper, erp)).toEqual([ofErp]);
      expectError(await keeper.get(`${setup.base}/policy-changes`), "EINVALID");
      expectError(await keeper.get(`${setup.base}/policy-changes?resourceId=${erp}`), "EFORBIDDEN");

      for (const id of [ofAll, ofErp]) {
        const path = `${setup.base}/policy-changes/${id}`;
        expectError(await keeper.get(`${path}/lines`), "ENOTFOUND");
        expectError(await keeper.get(`${path}/lines.csv`), "ENOTFOUND");
        expectError(await keeper.get(`${path}/undo`), "ENOTFOUND");
        expectError(await keeper.post(`${path}/undo`, undefined), "ENOTFOUND");
      }
      const path = `${setup.base}/policy-changes/${own}`;
      expect((await keeper.get(`${path}/lines`)).json()._embedded.lines).toMatchObject([
        { orgOid: org, name: "Entitlement 1", change: "added" },
      ]);
      expect((await keeper.get(`${path}/undo`)).json()).toMatchObject({ removed: 1, added: 0 });
      expect((await keeper.post(`${path}/undo`, undefined)).json()).toMatchObject({
        resourceId: crm,
        removed: 1,
      });
      expect(await grantsNow()).toEqual([`${org} ${e4}`]);
    });
  });

  describe("the history of a policy", () => {
    test("names who changed what and when, newest first, and takes a change back once", async () => {
      const [e1, e2, e3] = setup.directory.roles;
      const org = setup.directory.orgs["Data Engineer"];
      const history = async () =>
        (await setup.mapper.get(`${setup.base}/policy-changes?orgOid=${org}`)).json()._embedded
          .changes as PolicyChange[];
      const tick = () => (setup.api.clock.now = new Date(setup.api.clock.now.getTime() + 60_000));
      tick();
      await setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce?threshold=85`, [e1, e2]);
      tick();
      await setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce?threshold=70.5`, {
        add: [e3],
        remove: [e1],
      });
      const [newest, oldest] = await history();
      expect(newest).toMatchObject({
        actor: "mapper",
        kind: "apply",
        threshold: 70.5,
        orgName: "Data Engineer",
        added: 1,
        removed: 1,
        undoneBy: null,
      });
      expect(oldest).toMatchObject({ threshold: 85, added: 2, removed: 0 });
      const lines = await setup.mapper.get(`${setup.base}/policy-changes/${newest?.id}/lines`);
      const line = { orgOid: org, orgName: "Data Engineer" };
      expect(lines.json()._embedded.lines).toMatchObject([
        { ...line, roleOid: e1, name: "Entitlement 1", change: "removed" },
        { ...line, roleOid: e3, name: "Entitlement 3", change: "added" },
      ]);
      tick();
      const undo = () =>
        setup.mapper.post(`${setup.base}/policy-changes/${newest?.id}/undo`, undefined);
      expect((await undo()).json()).toMatchObject({ kind: "undo", undoes: newest?.id });
      const left = (await grantsNow()).filter((one) => one.startsWith(org));
      expect(left).toEqual([`${org} ${e1}`, `${org} ${e2}`].toSorted());
      expectError(await undo(), "ECONFLICT");
      expect((await history()).map(({ kind }) => kind)).toEqual(["undo", "apply", "apply"]);
      expect((await history())[1]?.undoneBy).toBe((await history())[0]?.id);
      expectError(
        await setup.mapper.post(`${setup.base}/policy-changes/${randomUUID()}/undo`, undefined),
        "ENOTFOUND",
      );
    });

    test("tells before an undo what it restores, and what stays because it was changed since", async () => {
      const [e1, , e3, e4] = setup.directory.roles;
      const org = setup.directory.orgs.Engineer;
      await setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce`, [e3]);
      await setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce`, {
        add: [e1, e4],
        remove: [e3],
      });
      const changes = `${setup.base}/policy-changes`;
      const [{ id }] = (await setup.mapper.get(`${changes}?orgOid=${org}`))
        .json()
        ._embedded.changes.filter(({ added }: PolicyChange) => added === 2);
      await setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce`, { add: [e3], remove: [e4] });
      expect((await setup.mapper.get(`${changes}/${id}/undo`)).json()).toEqual({
        orgs: 1,
        added: 0,
        removed: 1,
        periods: 0,
        kept: 2,
        // Ann, Bob and Cyd: Engineer hands down to both orgs below.
        people: { gaining: 0, losing: 3, unchanged: 0 },
      });
      await setup.mapper.post(`${changes}/${id}/undo`, undefined);
      const left = (await grantsNow()).filter((one) => one.startsWith(org));
      expect(left).toEqual([`${org} ${e3}`]);
      expectError(await setup.mapper.get(`${changes}/${id}/undo`), "ECONFLICT");
    });
  });
});
