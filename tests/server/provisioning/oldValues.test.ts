/** The values of old previews. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ObjectState, ProvisionStatus } from "#events/entities/provisioning.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { dropOldValues } from "#server/provisioning/oldValues.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { storePlan } from "./storedPlans.ts";

const NOW = new Date("2026-06-30T08:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const CONTENT = contentText({
  attributes: { mail: ["a@b.example"] },
  active: null,
  entitlements: [],
});
const SOURCE = JSON.stringify({ email: ["a@b.example"] });

eachDatabase((database) => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
  });
  beforeEach(async () => {
    const { db } = database.current;
    await db.deleteFrom("connected_systems").execute();
    await db
      .insertInto("connected_systems")
      .values({
        client_id: directory.clientId,
        resource_id: directory.resources.crm,
        connector_id: 1,
        kind: "export",
        settings: JSON.stringify(DEFAULT_SETTINGS),
        created_at: daysAgo(400),
      })
      .execute();
  });

  interface Plan {
    readonly no: number;
    readonly status: ProvisionStatus;
    readonly ended: number;
    readonly approved?: boolean;
    readonly states: readonly ObjectState[];
  }

  const add = ({ no, status, ended, approved = true, states }: Plan) => {
    const at = daysAgo(ended);
    const times = { created_at: at, planned_at: at, ended_at: at };
    return storePlan(
      database.current.db,
      { clientId: directory.clientId, resourceId: directory.resources.crm },
      { no, status, ...times, ...(approved && { approved_at: at }) },
      states.map((state, index) => ({
        kind: "change",
        account: `account-${index + 1}`,
        before: CONTENT,
        after: CONTENT,
        seen: CONTENT,
        source: SOURCE,
        problem: JSON.stringify({ code: "valueRefused", detail: "a@b.example" }),
        state,
        ended_at: at,
      })),
    );
  };
  const changesOf = (id: string) =>
    database.current.db
      .selectFrom("provisioning_changes")
      .select(["no", "kind", "state", "before", "after", "seen", "source", "problem"])
      .where("plan_id", "=", id)
      .orderBy("no")
      .execute();
  const drop = () => dropOldValues(database.current.db, NOW);

  test("are removed 90 days after the preview ended, but for what mappings compare", async () => {
    const old = await add({ no: 1, status: "done", ended: 91, states: ["applied", "applied"] });
    // It changed the first account again.
    const later = await add({ no: 2, status: "done", ended: 10, states: ["applied"] });
    await drop();
    const [first, second] = await changesOf(old);
    const gone = { before: null, after: null, seen: null };
    const problem = { code: "valueRefused", detail: "" };
    expect(first).toMatchObject({ ...gone, problem, source: null, state: "applied" });
    expect(second).toMatchObject({ ...gone, source: SOURCE });
    expect(await changesOf(later)).toMatchObject([{ before: CONTENT, source: SOURCE }]);
  });

  test("stay for 90 days, and longer for the last approved preview and for open tasks", async () => {
    const recent = await add({ no: 1, status: "done", ended: 89, states: ["applied"] });
    const withTask = await add({ no: 2, status: "done", ended: 200, states: ["applied", "task"] });
    const last = await add({ no: 3, status: "partlyFailed", ended: 200, states: ["failed"] });
    await drop();
    for (const id of [recent, withTask, last]) {
      for (const change of await changesOf(id)) {
        expect(change).toMatchObject({ before: CONTENT, after: CONTENT, source: SOURCE });
      }
    }
  });

  test("of a preview that nobody approved are removed completely", async () => {
    const rejected = await add({
      no: 1,
      status: "rejected",
      ended: 91,
      approved: false,
      states: ["planned"],
    });
    await drop();
    const all = JSON.stringify(await changesOf(rejected));
    expect(all).not.toContain("a@b.example");
  });

  test("are removed in portions", async () => {
    const states = Array.from({ length: 12 }, (): ObjectState => "skipped");
    const plan = await add({ no: 1, status: "cancelled", ended: 100, approved: false, states });
    const counts: number[] = [];
    for (let look = 0; look < 3; look++) {
      await dropOldValues(database.current.db, NOW, 5);
      counts.push((await changesOf(plan)).filter(({ after }) => after !== null).length);
    }
    expect(counts).toEqual([7, 2, 0]);
  });
});
