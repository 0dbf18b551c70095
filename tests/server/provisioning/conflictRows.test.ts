/** Planned changes beside open tasks, accounts that exist, and each other. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { Conflicts } from "#server/provisioning/conflicts.ts";
import type { PlannedChange } from "#server/provisioning/planAccount.ts";
import { oneDatabase } from "../support/databases.ts";
import { NOW } from "../systems/runs/storedRuns.ts";
import { content } from "./contents.ts";
import { openScene, USER } from "./planScene.ts";

/** Distinguishes case, and has no attribute that its name attribute names. */
const ROBOT: ObjectClass = { ...USER, name: "robot", nameAttribute: "serial" };
/** Names its name attribute in another case. */
const PERSON: ObjectClass = { ...USER, nameAttribute: "LOGIN" };

const change = (
  kind: PlannedChange["kind"],
  account: string,
  more: Partial<PlannedChange> = {},
): PlannedChange => ({
  kind,
  account,
  objectClass: "user",
  before: null,
  after: content(),
  problem: null,
  ...more,
});
const create = (account: string, objectClass = "user") =>
  change("create", account, { objectClass });

oneDatabase((database) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  let conflicts: Conflicts;
  const ann = randomUUID();
  const bob = randomUUID();

  beforeEach(async () => {
    scene = await openScene(database.current.db);
    conflicts = new Conflicts(database.current.db, scene.place, [PERSON, ROBOT]);
  });

  /** An open task that a change made, or another one. */
  const addTask = async (
    kind: PlannedChange["kind"],
    account: string,
    {
      of = null,
      state = "open",
    }: { readonly of?: string | null; readonly state?: "open" | "attested" } = {},
  ) => {
    const { db } = database.current;
    const task = randomUUID();
    const action = kind === "grant" || kind === "revoke" ? "change" : kind;
    await db
      .insertInto("system_tasks")
      .values({
        ...scene.key,
        id: task,
        action,
        account,
        search_key: account,
        state,
        ...(state !== "open" && { settled_by: "Ann", settled_at: NOW }),
        created_by: "Ann",
        created_at: NOW,
        changes: "[]",
      })
      .execute();
    const plan = await scene.addPlan({ status: "done" });
    await db
      .insertInto("provisioning_changes")
      .values({
        ...scene.key,
        plan_id: plan.id,
        no: 1,
        kind,
        identity_oid: of,
        account,
        object_class: "user",
        search_key: account,
        state: "task",
        task_id: task,
      })
      .execute();
  };
  const rowsOf = async (...plans: readonly (readonly [string, ...PlannedChange[]])[]) => {
    const rows = await conflicts.rowsOf(
      plans.map(([identityOid, ...changes]) => ({
        identityOid,
        source: `source of ${identityOid}`,
        changes,
        outdated: [],
      })),
    );
    return rows.map(({ change: { kind, account, problem } }) => [
      kind,
      account,
      problem?.code ?? null,
    ]);
  };
  const taken = (account: string) => ["create", account, "accountExists"];
  const free = (account: string) => ["create", account, null];

  test("rows keep the person, the source and the order of the changes", async () => {
    const [disable, grant] = [change("disable", "a"), change("grant", "a")];
    const plan = { identityOid: ann, source: "s", changes: [disable, grant], outdated: [] };
    expect(await conflicts.rowsOf([{ ...plan, changes: [] }, plan])).toEqual([
      { identityOid: ann, source: "s", change: disable },
      { identityOid: ann, source: "s", change: grant },
    ]);
    expect(await conflicts.rowsOf([{ ...plan, changes: [] }])).toEqual([]);
  });

  test("what an open task of a change does is left out, and nothing else", async () => {
    await addTask("disable", "a");
    await addTask("grant", "b", { state: "attested" });
    const rows = await rowsOf([
      ann,
      change("disable", "a"),
      change("enable", "a"),
      change("grant", "b"),
      change("disable", "c"),
    ]);
    expect(rows.map(([kind, account]) => `${kind} ${account}`)).toEqual([
      "enable a",
      "grant b",
      "disable c",
    ]);
  });

  test("a task of another system leaves nothing out", async () => {
    await addTask("disable", "a");
    await addTask("create", "new", { of: ann });
    scene = await openScene(database.current.db);
    conflicts = new Conflicts(database.current.db, scene.place, [PERSON]);
    expect(await rowsOf([ann, change("disable", "a"), create("new")])).toHaveLength(2);
  });

  describe("a new account", () => {
    test("that the person gets from an open task is left out, and blocks others", async () => {
      await addTask("create", "Ann", { of: ann });
      await addTask("create", "spare");
      expect(await rowsOf([ann, create("ann")], [bob, create("ANN"), create("spare")])).toEqual([
        taken("ANN"),
        // Nobody knows who gets it.
        taken("spare"),
      ]);
      expect(await rowsOf([ann, create("other")])).toEqual([free("other")]);
    });

    test("that the person gets from an open task is left out even if it has a problem", async () => {
      await addTask("create", "ann", { of: ann });
      const problem = { code: "nameMissing", detail: "" } as const;
      const blocked = change("create", "ann", { problem });
      expect(await rowsOf([ann, blocked])).toEqual([]);
      expect(await rowsOf([bob, blocked])).toEqual([["create", "ann", "nameMissing"]]);
    });

    test("of a task that ended is planned again", async () => {
      await addTask("create", "ann", { of: ann, state: "attested" });
      expect(await rowsOf([ann, create("ann")])).toEqual([free("ann")]);
    });

    test("whose name differs from that of an account in case is blocked if its class ignores case", async () => {
      await scene.addAccount({ name: "Used", of: null, stored: {} });
      await scene.addAccount({ name: "Bot", of: null, stored: {}, objectClass: "robot" });
      expect(
        await rowsOf([
          ann,
          create("used"),
          create("USED", "robot"),
          create("bot", "robot"),
          create("Bot", "robot"),
          create("BOT"),
          create("free"),
        ]),
      ).toEqual([
        taken("used"),
        free("USED"),
        free("bot"),
        taken("Bot"),
        free("BOT"),
        free("free"),
      ]);
    });

    test("tells in its problem whose name is taken", async () => {
      await scene.addAccount({ name: "used", of: null, stored: {} });
      const plan = { identityOid: ann, source: "s", changes: [create("Used")], outdated: [] };
      expect(await conflicts.rowsOf([plan])).toEqual([
        {
          identityOid: ann,
          source: "s",
          change: { ...create("Used"), problem: { code: "accountExists", detail: "Used" } },
        },
      ]);
    });

    test("is compared as each class does if the class of the other account is unknown", async () => {
      await scene.addAccount({ name: "Spare", of: null });
      expect(
        await rowsOf([ann, create("SPARE"), create("Spare", "robot"), create("spare", "robot")]),
      ).toEqual([taken("SPARE"), taken("Spare"), free("spare")]);
    });

    test("is blocked by the name of an object, and by the numbered name of its account", async () => {
      await scene.addAccount({ name: "same (2)", of: null, stored: {}, objectName: "same" });
      expect(await rowsOf([ann, create("Same"), create("SAME (2)")])).toEqual([
        taken("Same"),
        taken("SAME (2)"),
      ]);
    });

    test("may have the name of an account that is gone, but not of one that exists", async () => {
      await scene.addAccount({ name: "a", of: null, stored: {}, gone: true });
      await scene.addAccount({ name: "b", of: null, stored: {} });
      expect(await rowsOf([ann, create("a"), create("b")])).toEqual([free("a"), taken("b")]);
    });

    test("blocks the next one of the same name, also on a later page", async () => {
      expect(await rowsOf([ann, create("Jdoe")], [bob, create("jdoe"), create("x")])).toEqual([
        free("Jdoe"),
        taken("jdoe"),
        free("x"),
      ]);
      expect(await rowsOf([ann, create("JDOE")])).toEqual([taken("JDOE")]);
    });

    test("with a problem takes no name", async () => {
      const problem = { code: "nameMissing", detail: "" } as const;
      expect(await rowsOf([ann, change("create", "a", { problem })], [bob, create("a")])).toEqual([
        ["create", "a", "nameMissing"],
        free("a"),
      ]);
    });

    test("of an unknown class is compared as each class does", async () => {
      await scene.addAccount({ name: "Used", of: null, stored: {}, objectClass: "gone" });
      expect(
        await rowsOf([ann, create("USED", ""), create("Free", "gone"), create("free", "gone")]),
      ).toEqual([taken("USED"), free("Free"), taken("free")]);
    });

    test("does not clash with accounts of another client or system", async () => {
      const other = await openScene(database.current.db);
      await other.addAccount({ name: "used", of: null, stored: {} });
      expect(await rowsOf([ann, create("used")])).toEqual([free("used")]);
    });
  });
});
