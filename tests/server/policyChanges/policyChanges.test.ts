/** Changes of many policies: what the preview says is what happens, against a plain model of who may have what. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PolicyChange, PolicyChangePreview } from "#events/entities/policyChange.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { storeCounts } from "#server/directory/queries.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError, textsOf } from "../support/errors.ts";
import { clearPolicies } from "./clearPolicies.ts";

/** Random numbers that are the same in each run. */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    some: <Item>(items: readonly Item[], share: number) => items.filter(() => next() < share),
    one: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
  };
}

const ROUNDS = Number(process.env["PROVISION_POLICY_CHANGES"] ?? 60);
/** The trees change after so many rounds. */
const ROUNDS_PER_TREE = 20;

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let base: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    base = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });

  /** Entitlements by identity, as the definition says: of each org of theirs and of all orgs above. */
  async function accessByPolicy(): Promise<Map<string, Set<string>>> {
    const { db } = database.current;
    const ofClient = <Row>(query: { execute: () => Promise<Row> }) => query.execute();
    const client = directory.clientId;
    const orgs = await ofClient(db.selectFrom("orgs").selectAll().where("client_id", "=", client));
    const members = await ofClient(
      db.selectFrom("identity_orgs").selectAll().where("client_id", "=", client),
    );
    const grants = await ofClient(
      db.selectFrom("inducements").selectAll().where("client_id", "=", client),
    );
    const bundled = await ofClient(
      db.selectFrom("access_role_entitlements").selectAll().where("client_id", "=", client),
    );
    const assigned = await ofClient(
      db.selectFrom("access_role_assignments").selectAll().where("client_id", "=", client),
    );
    const parentOf = new Map(orgs.map(({ oid, parent_oid }) => [oid, parent_oid]));
    const contents = (role: string) => {
      const parts = bundled.filter(({ access_role_oid }) => access_role_oid === role);
      return parts.length > 0 ? parts.map(({ role_oid }) => role_oid) : [role];
    };
    const access = new Map<string, Set<string>>();
    const give = (identity: string, role: string) => {
      const held = access.get(identity) ?? new Set();
      for (const entitlement of contents(role)) held.add(entitlement);
      access.set(identity, held);
    };
    for (const { identity_oid, org_oid } of members) {
      for (let org: string | null = org_oid; org !== null; org = parentOf.get(org) ?? null) {
        for (const { role_oid } of grants.filter((grant) => grant.org_oid === org)) {
          give(identity_oid, role_oid);
        }
      }
    }
    for (const { identity_oid, access_role_oid } of assigned) give(identity_oid, access_role_oid);
    return access;
  }

  beforeEach(async () => {
    await clearPolicies(database.current.db);
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  });

  const preview = async (request: object): Promise<PolicyChangePreview> => {
    const response = await mapper.post(`${base}/mp-orgs/bulk-update/preview`, request);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const apply = (request: object, fingerprint: string, id = randomUUID()) =>
    mapper.post(`${base}/mp-orgs/bulk-update`, { ...request, fingerprint, id });
  const grantsNow = async () =>
    (
      await database.current.db
        .selectFrom("inducements")
        .select(["org_oid", "role_oid"])
        .where("client_id", "=", directory.clientId)
        .execute()
    )
      .map(({ org_oid, role_oid }) => `${org_oid} ${role_oid}`)
      .toSorted();

  describe("a change of many policies", () => {
    test(
      "[ORG-34] does what its preview says, to the last identity, in random trees; and undo takes it back",
      async () => {
        const { db } = database.current;
        const random = seeded(34);
        const { clientId } = directory;
        const roots = ["Job Titles", "Departments"] as const;
        const orgs: { oid: string; type: "job-titles" | "departments"; parent: string }[] = [];
        for (let n = 0; n < 30; n++) {
          const root = random.one(roots);
          const type = root === "Departments" ? ("departments" as const) : ("job-titles" as const);
          const above = [
            directory.orgs[root],
            ...orgs.filter((o) => o.type === type).map((o) => o.oid),
          ];
          orgs.push({ oid: randomUUID(), type, parent: random.one(above) });
        }
        await db
          .insertInto("orgs")
          .values(
            orgs.map(({ oid, type, parent }, n) => ({
              client_id: clientId,
              oid,
              type,
              name: `Random ${n}`,
              display_name: `Random ${n}`,
              parent_oid: parent,
              search_key: normalizeForFilter(`Random ${n}`),
            })),
          )
          .execute();
        const identities = await db
          .selectFrom("identities")
          .select("oid")
          .where("client_id", "=", clientId)
          .execute();
        const people = [
          ...identities.map(({ oid }) => oid),
          ...Array.from({ length: 40 }, () => randomUUID()),
        ];
        const memberships = people.flatMap((identity_oid) =>
          [...new Set([random.one(orgs).oid, random.one(orgs).oid])].map((org_oid) => ({
            client_id: clientId,
            org_oid,
            identity_oid,
          })),
        );
        await db.insertInto("identity_orgs").values(memberships).execute();
        const accessRole = randomUUID();
        const now = new Date();
        await db
          .insertInto("access_roles")
          .values({
            client_id: clientId,
            oid: accessRole,
            name: "Bundle",
            resource_id: null,
            search_key: "bundle",
            created_at: now,
            changed_at: now,
          })
          .execute();
        await db
          .insertInto("access_role_entitlements")
          .values(
            directory.roles.slice(1, 3).map((role_oid) => ({
              client_id: clientId,
              access_role_oid: accessRole,
              role_oid,
            })),
          )
          .execute();
        await db
          .insertInto("access_role_assignments")
          .values({
            client_id: clientId,
            id: randomUUID(),
            access_role_oid: accessRole,
            identity_oid: people[0] ?? "",
            created_at: now,
            created_by: "test",
          })
          .execute();
        await storeCounts(db, clientId);
        const roles = [...directory.roles, accessRole];

        /** Gives about half of the orgs another parent, which may be the root of their type. */
        const changeTrees = async () => {
          for (const [at, { oid, type }] of orgs.entries()) {
            if (random.below(2) === 0) continue;
            const root = type === "departments" ? "Departments" : "Job Titles";
            const earlier = orgs.slice(0, at).filter((one) => one.type === type);
            const parent = random.one([directory.orgs[root], ...earlier.map((one) => one.oid)]);
            await db
              .updateTable("orgs")
              .set({ parent_oid: parent })
              .where("client_id", "=", clientId)
              .where("oid", "=", oid)
              .execute();
          }
          await storeCounts(db, clientId);
        };
        const titles = await db
          .selectFrom("orgs")
          .select("oid")
          .where("client_id", "=", clientId)
          .where("type", "=", "job-titles")
          .where("parent_oid", "is not", null)
          .execute();

        for (let round = 0; round < ROUNDS; round++) {
          if (round > 0 && round % ROUNDS_PER_TREE === 0) await changeTrees();
          const chosen = random.some(orgs, 0.4).map(({ oid }) => oid);
          const request = {
            orgs:
              random.below(3) === 0
                ? { all: true, oids: chosen, orgType: "job-titles" }
                : { all: false, oids: chosen },
            operation: random.one(["add", "remove", "equal"] as const),
            roles: { all: false, oids: random.some(roles, 0.5) },
          };
          const before = await accessByPolicy();
          const grantsBefore = await grantsNow();
          const told = await preview(request);
          const response = await apply(request, told.fingerprint);
          expect(response.statusCode, response.body).toBe(200);
          const change = response.json<PolicyChange>();
          const after = await accessByPolicy();
          const EMPTY = new Set<string>();
          const changesOf = (from: Map<string, Set<string>>, to: Map<string, Set<string>>) =>
            people.flatMap((person) => {
              const had = from.get(person) ?? EMPTY;
              const more = [...(to.get(person) ?? EMPTY)].filter((role) => !had.has(role));
              return more.length > 0 ? [{ person, more }] : [];
            });
          const [gaining, losing] = [changesOf(before, after), changesOf(after, before)];
          expect(told.people).toMatchObject({ gaining: gaining.length, losing: losing.length });
          const grantsAfter = await grantsNow();
          const targets = request.orgs.all
            ? titles.map(({ oid }) => oid).filter((oid) => !chosen.includes(oid))
            : chosen;
          const named = targets.flatMap((org) =>
            request.roles.oids.map((role) => `${org} ${role}`),
          );
          const others = grantsBefore.filter((one) =>
            request.operation === "equal"
              ? !targets.includes(one.split(" ")[0] ?? "")
              : !named.includes(one),
          );
          const expected = request.operation === "remove" ? others : [...others, ...named];
          expect(grantsAfter).toEqual(expected.toSorted());
          expect([told.added, told.removed]).toEqual([change.added, change.removed]);
          expect(change.added).toBe(
            grantsAfter.filter((one) => !grantsBefore.includes(one)).length,
          );
          expect(change.removed).toBe(
            grantsBefore.filter((one) => !grantsAfter.includes(one)).length,
          );
          for (const { roleOid, ...counts } of told.entitlementEffects) {
            const having = (list: typeof gaining) =>
              list.filter(({ more }) => more.includes(roleOid));
            expect(counts).toMatchObject({
              gaining: having(gaining).length,
              losing: having(losing).length,
            });
          }
          if (random.below(2) === 0) {
            const undo = (await mapper.get(`${base}/policy-changes/${change.id}/undo`)).json();
            expect(undo).toMatchObject({
              added: change.removed,
              removed: change.added,
              kept: 0,
              people: { gaining: losing.length, losing: gaining.length },
            });
            const undone = await mapper.post(`${base}/policy-changes/${change.id}/undo`, undefined);
            expect(undone.statusCode, undone.body).toBe(200);
            expect(await grantsNow()).toEqual(grantsBefore);
          }
        }
      },
      60_000 + ROUNDS * 3000,
    );

    test("is made once, however often it is sent", async () => {
      const request = {
        orgs: { all: false, oids: [directory.orgs.Ops] },
        operation: "equal",
        roles: { all: false, oids: [directory.roles[0]] },
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
        orgs: { all: false, oids: [directory.orgs.Ops] },
        operation: "add",
        roles: { all: false, oids: [...directory.roles] },
      };
      const { fingerprint } = await preview(request);
      const other = `${base}/mp-orgs/${directory.orgs.Departments}/induce`;
      expect((await mapper.post(other, [directory.roles[1]])).statusCode).toBe(200);
      const before = await grantsNow();
      expectError(await apply(request, fingerprint), "ECONFLICT");
      expect(await grantsNow()).toEqual(before);
    });

    test.each([
      ["an unknown org", "orgs/oids/1", () => ({ oids: [directory.orgs.Ops, randomUUID()] })],
      ["an org of another client", "orgs/oids/0", () => ({ oids: [directory.foreign.orgOid] })],
      ["an unknown role", "roles/oids/1", () => ({ roles: [directory.roles[0], randomUUID()] })],
      ["a role of another client", "roles/oids/0", () => ({ roles: [directory.foreign.roleOid] })],
    ])("that names %s is refused with its place", async (_what, path, make) => {
      const made: { oids?: string[]; roles?: string[] } = make();
      const response = await mapper.post(`${base}/mp-orgs/bulk-update/preview`, {
        orgs: { all: false, oids: made.oids ?? [directory.orgs.Ops] },
        operation: "add",
        roles: { all: false, oids: made.roles ?? [directory.roles[0]] },
      });
      expectError(response, "EINVALID");
      expect(textsOf(response).fields).toMatchObject([{ path: `/body/${path}` }]);
    });

    test("takes all entitlements that a filter finds, but for those that are named", async () => {
      const [e1, e2, e3, e4] = directory.roles;
      const of = async (roles: object) => {
        const org = directory.orgs["Data Engineer"];
        const request = { orgs: { all: false, oids: [org] }, operation: "equal", roles };
        const { fingerprint } = await preview(request);
        expect((await apply(request, fingerprint)).statusCode).toBe(200);
        return (await grantsNow()).map((one) => one.split(" ")[1]);
      };
      expect(await of({ all: true, oids: [] })).toEqual([e1, e2, e3, e4].toSorted());
      expect(await of({ all: true, oids: [e2.toUpperCase()], contains: "ent 3" })).toEqual([e3]);
      const { crm } = directory.resources;
      expect(await of({ all: true, oids: [e2], resourceId: crm })).toEqual([e1, e3].toSorted());
    });

    test("[ORG-35] of one resource touches nothing else, and needs access to that resource", async () => {
      const [e1, , , e4] = directory.roles;
      const org = directory.orgs["Sales 100%"];
      await mapper.post(`${base}/mp-orgs/${org}/induce`, [e1, e4]);
      const keeper = await api.signIn("keeper");
      const path = `${base}/resources/${directory.resources.crm}/mp-orgs/bulk-update`;
      const request = {
        orgs: { all: false, oids: [org] },
        operation: "equal",
        roles: { all: false, oids: [] as string[] },
      };
      const told = await keeper.post(`${path}/preview`, request);
      expect(told.json()).toMatchObject({ removed: 1, added: 0 });
      const { fingerprint } = told.json<PolicyChangePreview>();
      const made = await keeper.post(path, { ...request, fingerprint, id: randomUUID() });
      expect(made.json()).toMatchObject({ removed: 1, resourceId: directory.resources.crm });
      const left = (await grantsNow()).filter((one) => one.startsWith(org));
      expect(left).toEqual([`${org} ${e4}`]);
      const other = path.replace(directory.resources.crm, directory.resources.erp);
      expectError(await keeper.post(`${other}/preview`, request), "EFORBIDDEN");
      const foreign = { ...request, operation: "add", roles: { all: false, oids: [e4] } };
      expectError(await keeper.post(`${path}/preview`, foreign), "EINVALID");
    });

    test("[PERM-30] [ORG-35] of one resource is listed, told and undone for those who manage that resource only", async () => {
      const [e1, , , e4] = directory.roles;
      const { crm, erp } = directory.resources;
      const org = directory.orgs["Sales 100%"];
      const keeper = await api.signIn("keeper");
      const owner = await api.signIn("owner");
      const change = async (browser: Browser, path: string, roleOid: string): Promise<string> => {
        const request = {
          orgs: { all: false, oids: [org] },
          operation: "add",
          roles: { all: false, oids: [roleOid] },
        };
        const { fingerprint } = (
          await browser.post(`${base}/${path}/preview`, request)
        ).json<PolicyChangePreview>();
        const made = await browser.post(`${base}/${path}`, {
          ...request,
          fingerprint,
          id: randomUUID(),
        });
        expect(made.statusCode, made.body).toBe(200);
        return made.json<PolicyChange>().id;
      };
      const ofAll = await change(mapper, "mp-orgs/bulk-update", e4);
      const ofErp = await change(owner, `resources/${erp}/mp-orgs/bulk-update`, e4);
      const own = await change(keeper, `resources/${crm}/mp-orgs/bulk-update`, e1);

      const listed = async (browser: Browser, resourceId: string): Promise<string[]> =>
        (await browser.get(`${base}/policy-changes?resourceId=${resourceId}`))
          .json()
          ._embedded.changes.map(({ id }: PolicyChange) => id);
      expect(await listed(keeper, crm)).toEqual([own]);
      expect(await listed(keeper, crm.toUpperCase())).toEqual([own]);
      expect(await listed(mapper, erp)).toEqual([ofErp]);
      expectError(await keeper.get(`${base}/policy-changes`), "EINVALID");
      expectError(await keeper.get(`${base}/policy-changes?resourceId=${erp}`), "EFORBIDDEN");

      for (const id of [ofAll, ofErp]) {
        const path = `${base}/policy-changes/${id}`;
        expectError(await keeper.get(path), "ENOTFOUND");
        expectError(await keeper.get(`${path}/undo`), "ENOTFOUND");
        expectError(await keeper.post(`${path}/undo`, undefined), "ENOTFOUND");
      }
      const path = `${base}/policy-changes/${own}`;
      expect((await keeper.get(path)).json()._embedded.details).toMatchObject([
        { org: { oid: org }, added: ["Entitlement 1"], removed: [] },
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
      const [e1, e2, e3] = directory.roles;
      const org = directory.orgs["Data Engineer"];
      const history = async () =>
        (await mapper.get(`${base}/policy-changes?orgOid=${org}`)).json()._embedded
          .changes as PolicyChange[];
      const tick = () => (api.clock.now = new Date(api.clock.now.getTime() + 60_000));
      tick();
      await mapper.post(`${base}/mp-orgs/${org}/induce?threshold=85`, [e1, e2]);
      tick();
      await mapper.post(`${base}/mp-orgs/${org}/induce?threshold=70.5`, {
        add: [e3],
        remove: [e1],
      });
      const [newest, oldest] = await history();
      expect(newest).toMatchObject({
        actor: "mapper",
        kind: "apply",
        threshold: 70.5,
        added: 1,
        removed: 1,
        undoneBy: null,
      });
      expect(oldest).toMatchObject({ threshold: 85, added: 2, removed: 0 });
      const detail = await mapper.get(`${base}/policy-changes/${newest?.id}`);
      expect(detail.json()._embedded.details).toEqual([
        {
          org: { oid: org, displayName: "Data Engineer" },
          added: ["Entitlement 3"],
          removed: ["Entitlement 1"],
          addedCount: 1,
          removedCount: 1,
        },
      ]);
      tick();
      const undo = () => mapper.post(`${base}/policy-changes/${newest?.id}/undo`, undefined);
      expect((await undo()).json()).toMatchObject({ kind: "undo", undoes: newest?.id });
      const left = (await grantsNow()).filter((one) => one.startsWith(org));
      expect(left).toEqual([`${org} ${e1}`, `${org} ${e2}`].toSorted());
      expectError(await undo(), "ECONFLICT");
      expect((await history()).map(({ kind }) => kind)).toEqual(["undo", "apply", "apply"]);
      expect((await history())[1]?.undoneBy).toBe((await history())[0]?.id);
      expectError(
        await mapper.post(`${base}/policy-changes/${randomUUID()}/undo`, undefined),
        "ENOTFOUND",
      );
    });

    test("tells before an undo what it restores, and what stays because it was changed since", async () => {
      const [e1, , e3, e4] = directory.roles;
      const org = directory.orgs.Engineer;
      await mapper.post(`${base}/mp-orgs/${org}/induce`, [e3]);
      await mapper.post(`${base}/mp-orgs/${org}/induce`, { add: [e1, e4], remove: [e3] });
      const changes = `${base}/policy-changes`;
      const [{ id }] = (await mapper.get(`${changes}?orgOid=${org}`))
        .json()
        ._embedded.changes.filter(({ added }: PolicyChange) => added === 2);
      await mapper.post(`${base}/mp-orgs/${org}/induce`, { add: [e3], remove: [e4] });
      expect((await mapper.get(`${changes}/${id}/undo`)).json()).toEqual({
        orgs: 1,
        added: 0,
        removed: 1,
        kept: 2,
        // Ann, Bob and Cyd: Engineer hands down to both orgs below.
        people: { gaining: 0, losing: 3, unchanged: 0 },
      });
      await mapper.post(`${changes}/${id}/undo`, undefined);
      const left = (await grantsNow()).filter((one) => one.startsWith(org));
      expect(left).toEqual([`${org} ${e3}`]);
      expectError(await mapper.get(`${changes}/${id}/undo`), "ECONFLICT");
    });
  });

  describe("a file of policies", () => {
    const encode = (lines: readonly string[]) =>
      Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`).toString("base64");
    const check = async (content: string) =>
      (await mapper.post(`${base}/policies/check`, { content })).json();
    const put = (body: object) => mapper.send("PUT", `${base}/policies`, { body });

    test("that is exported and read again changes nothing; edited, it does what its check says", async () => {
      const [e1, e2, , e4] = directory.roles;
      const [engineer, sales] = [directory.orgs.Engineer, directory.orgs["Sales 100%"]];
      await mapper.post(`${base}/mp-orgs/${engineer}/induce`, [e1]);
      await mapper.post(`${base}/mp-orgs/${sales}/induce`, [e1, e2]);
      const file = (await mapper.get(`${base}/policies.csv`)).body;
      const same = await check(Buffer.from(file).toString("base64"));
      expect(same.preview).toMatchObject({
        added: 0,
        removed: 0,
        people: { gaining: 0, losing: 0 },
      });
      expect(file.split("\r\n")[1]?.split(",").slice(1, 4)).toEqual([
        "Engineer",
        "CRM",
        "Entitlement 1",
      ]);

      const content = encode([
        "org,resource,entitlement",
        "Engineer,CRM,Entitlement 1",
        "Engineer,E R_P,Entitlement 4",
        "Sales 100%,,",
      ]);
      const { preview: told, problems } = await check(content);
      expect(problems).toEqual([]);
      expect(told).toMatchObject({
        added: 1,
        removed: 2,
        orgs: { changed: 2 },
        people: { gaining: 3, losing: 1 },
      });
      const id = randomUUID();
      const made = await put({ content, id, fingerprint: told.fingerprint });
      expect(made.json()).toMatchObject({ kind: "import", added: 1, removed: 2, orgCount: 2 });
      expect((await put({ content, id, fingerprint: told.fingerprint })).json()).toEqual(
        made.json(),
      );
      expect(await grantsNow()).toEqual([`${engineer} ${e1}`, `${engineer} ${e4}`].toSorted());
      await mapper.post(`${base}/policy-changes/${id}/undo`, undefined);
      expect(await grantsNow()).toEqual(
        [`${engineer} ${e1}`, `${sales} ${e1}`, `${sales} ${e2}`].toSorted(),
      );
    });

    test("names each line that cannot be used, and then nothing of it is applied", async () => {
      const content = encode([
        "org,resource,entitlement,orgOid",
        "Engineer,CRM,Entitlement 1,",
        "Nowhere,CRM,Entitlement 1,",
        "Engineer,CRM,Nothing,",
        "Engineer,CRM",
        ",CRM,Entitlement 1,",
        `Engineer,CRM,Entitlement 1,${directory.foreign.orgOid}`,
      ]);
      const { preview: told, problems, problemCount } = await check(content);
      expect([told, problemCount]).toEqual([null, 5]);
      expect(problems.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6, 7]);
      const before = await grantsNow();
      expectError(await put({ content, id: randomUUID(), fingerprint: "x" }), "EINVALID");
      expect(await grantsNow()).toEqual(before);
      expectError(
        await mapper.post(`${base}/policies/check`, { content: encode(["name", "x"]) }),
        "EINVALID",
      );
    });

    test("[PERM-30] of one resource decides about that resource only, and names nothing of another", async () => {
      const [e1, e2, , e4] = directory.roles;
      const { crm, erp } = directory.resources;
      const [engineer, sales] = [directory.orgs.Engineer, directory.orgs["Sales 100%"]];
      await mapper.post(`${base}/mp-orgs/${engineer}/induce`, [e1, e4]);
      await mapper.post(`${base}/mp-orgs/${sales}/induce`, [e4]);
      const keeper = await api.signIn("keeper");
      const file = (await keeper.get(`${base}/policies.csv?resourceId=${crm}`)).body;
      expect(file.trim().split("\r\n").slice(1)).toEqual([
        `job-titles,Engineer,CRM,Entitlement 1,${engineer},${e1}`,
      ]);
      const listed = await keeper.get(`${base}/entitlements?resourceId=${crm}`);
      expect(listed.json().page.totalElements).toBe(3);
      for (const list of ["policies", "policies.csv", "entitlements"]) {
        expectError(await keeper.get(`${base}/${list}`), "EINVALID");
        expectError(await keeper.get(`${base}/${list}?resourceId=${erp}`), "EFORBIDDEN");
      }

      const send = async (lines: readonly string[], resourceId?: string) =>
        keeper.post(`${base}/policies/check`, {
          content: encode(["org,resource,entitlement", ...lines]),
          ...(resourceId && { resourceId }),
        });
      const foreign = await send(["Engineer,E R_P,Entitlement 4"], crm);
      expect(foreign.json()).toMatchObject({ preview: null, problems: [{ line: 2 }] });
      expectError(await send(["Engineer,CRM,Entitlement 1"]), "EINVALID");
      expectError(await send(["Engineer,CRM,Entitlement 1"], erp), "EFORBIDDEN");

      const lines = ["Engineer,CRM,Entitlement 2", "Sales 100%,,"];
      const { preview: told } = (await send(lines, crm)).json();
      expect(told).toMatchObject({ added: 1, removed: 1, orgs: { changed: 1 } });
      const content = encode(["org,resource,entitlement", ...lines]);
      const made = await keeper.send("PUT", `${base}/policies`, {
        body: { content, id: randomUUID(), fingerprint: told.fingerprint, resourceId: crm },
      });
      expect(made.json()).toMatchObject({ kind: "import", resourceId: crm, added: 1, removed: 1 });
      expect(await grantsNow()).toEqual(
        [`${engineer} ${e2}`, `${engineer} ${e4}`, `${sales} ${e4}`].toSorted(),
      );
    });

    test("is refused where policies changed since its check", async () => {
      const content = encode(["org,resource,entitlement", "Ops,CRM,Entitlement 1"]);
      const { preview: told } = await check(content);
      await mapper.post(`${base}/mp-orgs/${directory.orgs.Ops}/induce`, [directory.roles[0]]);
      const late = { content, id: randomUUID(), fingerprint: told.fingerprint };
      expectError(await put(late), "ECONFLICT");
    });
  });
});
