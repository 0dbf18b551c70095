/** Changes of policies keep the grants that they do not show: those of another time, and those that a policy file lacks. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PolicyChange, PolicyChangePreview } from "#events/entities/policyChange.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { clearPolicies } from "./clearPolicies.ts";

const DAY = 86_400_000;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let base: string;
  const accessRole = randomUUID();

  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    base = `/api/clients/${directory.clientId}`;
    await db
      .insertInto("access_roles")
      .values({
        client_id: directory.clientId,
        oid: accessRole,
        name: "Bundle",
        resource_id: null,
        search_key: "bundle",
        created_at: api.clock.now,
        changed_at: api.clock.now,
      })
      .execute();
    await db
      .insertInto("access_role_entitlements")
      .values({
        client_id: directory.clientId,
        access_role_oid: accessRole,
        role_oid: directory.roles[1],
      })
      .execute();
    return () => api.app.close();
  });

  beforeEach(async () => {
    await clearPolicies(database.current.db);
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  });

  /** Days from now; null: open. */
  type Period = readonly [from: number | null, until: number | null];
  const ALWAYS: Period = [null, null];
  const PAST: Period = [-9, -1];
  const CURRENT: Period = [-1, 9];
  const FUTURE: Period = [1, 9];

  const dateIn = (days: number | null) =>
    days === null ? null : new Date(api.clock.now.getTime() + days * DAY);
  const grant = (org_oid: string, role_oid: string, [from, until]: Period) =>
    database.current.db
      .insertInto("inducements")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        org_oid,
        role_oid,
        created_at: api.clock.now,
        valid_from: dateIn(from),
        valid_until: dateIn(until),
      })
      .execute();
  /** As in `grantsNow`, of a grant without a start. */
  const grantUntil = (orgOid: string, roleOid: string, until: number | null) =>
    [orgOid, roleOid, "", dateIn(until)?.toISOString()].join(" ");
  const grantsNow = async () =>
    (
      await database.current.db
        .selectFrom("inducements")
        .select(["org_oid", "role_oid", "valid_from", "valid_until"])
        .where("client_id", "=", directory.clientId)
        .execute()
    )
      .map(({ org_oid, role_oid, valid_from, valid_until }) =>
        [org_oid, role_oid, valid_from?.toISOString(), valid_until?.toISOString()].join(" "),
      )
      .toSorted();
  const change = async (
    operation: "add" | "remove" | "equal",
    oids: readonly string[],
    orgOid: string = directory.orgs.Engineer,
  ) => {
    const path = `${base}/mp-orgs/bulk-update`;
    const request = {
      orgs: { all: false, oids: [orgOid] },
      operation,
      roles: { all: false, oids },
    };
    const told = (await mapper.post(`${path}/preview`, request)).json<PolicyChangePreview>();
    const { changeId: id, fingerprint } = told;
    const made = await mapper.post(path, { ...request, id, fingerprint });
    expect(made.statusCode, made.body).toBe(200);
    const { added, removed, orgCount } = made.json<PolicyChange>();
    expect({ added: told.added, removed: told.removed, orgs: told.orgs.changed }).toEqual({
      added,
      removed,
      orgs: orgCount,
    });
    return told;
  };

  describe("a file of policies", () => {
    const put = async (content: string) => {
      const { preview } = (await mapper.post(`${base}/policies/check`, { content })).json();
      const { changeId: id, fingerprint } = preview;
      const body = { content, id, fingerprint };
      const made = await mapper.send("PUT", `${base}/policies`, { body });
      expect(made.statusCode, made.body).toBe(200);
      const { added, removed } = made.json<PolicyChange>();
      expect([added, removed]).toEqual([preview.added, preview.removed]);
      return preview;
    };
    const encode = (text: string) => Buffer.from(text).toString("base64");

    test("[ORG-34] exported and imported unchanged, leaves access roles and all other grants as they are", async () => {
      const [e1, e2, e3, e4] = directory.roles;
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, e1, ALWAYS);
      await grant(engineer, accessRole, CURRENT);
      await grant(engineer, e2, FUTURE);
      await grant(engineer, e3, PAST);
      await grant(engineer, e4, CURRENT);
      await grant(engineer, randomUUID(), ALWAYS);
      const before = await grantsNow();
      const { body } = await mapper.get(`${base}/policies.csv`);
      expect(body.trim().split("\r\n")).toHaveLength(3);
      expect(await put(encode(body))).toMatchObject({
        added: 0,
        removed: 0,
        orgs: { changed: 0 },
        people: { gaining: 0, losing: 0 },
      });
      expect(await grantsNow()).toEqual(before);
    });

    test("lets a grant of a later time begin now, and end as before", async () => {
      const [e1] = directory.roles;
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, e1, FUTURE);
      const content = encode("org,resource,entitlement\r\nEngineer,CRM,Entitlement 1\r\n");
      expect(await put(content)).toMatchObject({ added: 1, people: { gaining: 3 } });
      expect(await grantsNow()).toEqual([grantUntil(engineer, e1, 9)]);
    });

    test("removes the entitlements that it lacks, and no access role", async () => {
      const [e1, e2] = directory.roles;
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, e1, ALWAYS);
      await grant(engineer, accessRole, ALWAYS);
      await grant(engineer, e2, FUTURE);
      const before = await grantsNow();
      const told = await put(encode("org,resource,entitlement\r\nEngineer,,\r\n"));
      expect(told).toMatchObject({ added: 0, removed: 1, people: { losing: 3 } });
      expect(await grantsNow()).toEqual(before.filter((one) => !one.includes(e1)));
    });
  });

  describe("a change of many policies", () => {
    test.each(["add", "equal"] as const)(
      "lets a grant of a later time begin now and end as before, and grants without end what has ended: %s",
      async (operation) => {
        const [e1, e2, e3, e4] = directory.roles;
        const { Engineer: engineer } = directory.orgs;
        await grant(engineer, e1, FUTURE);
        await grant(engineer, e2, [1, null]);
        await grant(engineer, e3, PAST);
        await grant(engineer, e4, [null, 5]);
        const told = await change(operation, [e1, e2, e3, e4]);
        expect(told).toMatchObject({ added: 3, removed: 0, people: { gaining: 3, losing: 0 } });
        expect(await grantsNow()).toEqual(
          [
            grantUntil(engineer, e1, 9),
            grantUntil(engineer, e2, null),
            grantUntil(engineer, e3, null),
            grantUntil(engineer, e4, 5),
          ].toSorted(),
        );
      },
    );

    test.each(["remove", "equal"] as const)(
      "[ORG-34] leaves grants of another time as they are: %s",
      async (operation) => {
        const [e1, e2, e3] = directory.roles;
        const { Engineer: engineer } = directory.orgs;
        await grant(engineer, e1, CURRENT);
        await grant(engineer, e2, FUTURE);
        await grant(engineer, e3, PAST);
        const before = await grantsNow();
        const told = await change(operation, operation === "equal" ? [] : [e1, e2, e3]);
        expect(told).toMatchObject({ removed: 1, people: { losing: 3 } });
        expect(await grantsNow()).toEqual(before.filter((one) => !one.includes(e1)));
      },
    );
  });

  describe("undoing a change", () => {
    /** Undoes the change, and checks that the outcome is that of the preview. */
    const undo = async (id: string) => {
      const path = `${base}/policy-changes/${id}/undo`;
      const told = (await mapper.get(path)).json();
      const { added, removed, orgCount, ...made } = (
        await mapper.post(path, undefined)
      ).json<PolicyChange>();
      expect({ added, removed, orgs: orgCount }).toEqual({
        added: told.added,
        removed: told.removed,
        orgs: told.orgs,
      });
      return { ...told, id: made.id };
    };

    test("[ORG-34] gives a removed grant back for the rest of its period only", async () => {
      const [e1, e2] = directory.roles;
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, e1, CURRENT);
      await grant(engineer, e2, [null, 2]);
      const before = await grantsNow();
      const { changeId } = await change("equal", []);
      api.clock.now = new Date(api.clock.now.getTime() + 5 * DAY);
      mapper = await api.signIn("mapper");
      const told = await undo(changeId);
      expect(told).toMatchObject({ added: 1, kept: 1, people: { gaining: 3, losing: 0 } });
      expect(await grantsNow()).toEqual(before.filter((one) => one.includes(e1)));
    });

    test("an undo can be undone, and the grant keeps its period", async () => {
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, accessRole, CURRENT);
      const before = await grantsNow();
      const { changeId } = await change("remove", [accessRole]);
      const { id } = await undo(changeId);
      expect(await grantsNow()).toEqual(before);
      const again = await undo(id);
      expect(await grantsNow()).toEqual([]);
      await undo(again.id);
      expect(await grantsNow()).toEqual(before);
    });

    test("a grant that a change made valid at once gets its later period back", async () => {
      const [e1] = directory.roles;
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, e1, FUTURE);
      const before = await grantsNow();
      const { changeId } = await change("add", [e1]);
      const changed = [grantUntil(engineer, e1, 9)];
      expect(await grantsNow()).toEqual(changed);
      const told = await undo(changeId);
      expect(told).toMatchObject({ removed: 1, added: 0, kept: 0, people: { losing: 3 } });
      expect(await grantsNow()).toEqual(before);
      const again = await undo(told.id);
      expect(again).toMatchObject({ added: 1, people: { gaining: 3 } });
      expect(await grantsNow()).toEqual(changed);
      await undo(again.id);
      expect(await grantsNow()).toEqual(before);
    });

    test("of one policy restores a grant of a later time without a present effect", async () => {
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, accessRole, FUTURE);
      const before = await grantsNow();
      const { id } = await database.current.db
        .selectFrom("inducements")
        .select("id")
        .executeTakeFirstOrThrow();
      const path = `${base}/mp-orgs/${engineer}/inducements/${id}`;
      const removed = await mapper.send("DELETE", path, {});
      expect(removed.statusCode, removed.body).toBe(200);
      const list = await mapper.get(`${base}/policy-changes?orgOid=${engineer}`);
      const told = await undo(list.json()._embedded.changes[0].id);
      expect(told).toMatchObject({ added: 1, kept: 0, people: { gaining: 0, losing: 0 } });
      expect(await grantsNow()).toEqual(before);
    });

    test("of a change from before periods were stored restores grants without limits", async () => {
      const [e1] = directory.roles;
      const { Engineer: engineer } = directory.orgs;
      await grant(engineer, e1, ALWAYS);
      const before = await grantsNow();
      const { changeId } = await change("remove", [e1]);
      const stored = await database.current.db
        .selectFrom("policy_change_orgs")
        .select("periods")
        .execute();
      expect(stored).toEqual([{ periods: {} }]);
      await undo(changeId);
      expect(await grantsNow()).toEqual(before);
    });
  });
});
