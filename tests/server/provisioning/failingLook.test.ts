/** A system whose state cannot be read holds up neither other systems nor the previews that people request. */
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { queueAutomaticPreviews } from "#server/provisioning/automaticPreviews.ts";
import { insertPlan } from "#server/provisioning/insertPlan.ts";
import { PLAN_ROWS } from "#server/provisioning/provisioner.ts";
import { startResourceJobs } from "#server/threads/resourceJobs.ts";
import { eachDatabase } from "../support/databases.ts";
import { insertClientWithSystem } from "../systems/ownClient.ts";
import { emptyDisk } from "../support/disks.ts";

const START = new Date("2026-03-02T09:00:00Z");
const MINUTE = 60_000;

eachDatabase((database) => {
  const addSystem = async () => {
    const place = { clientId: randomUUID(), resourceId: randomUUID() };
    await insertClientWithSystem(database.current.db, place, {
      name: "Badges",
      connector_id: 1,
      kind: "manual",
      settings: DEFAULT_SETTINGS,
      published_settings: JSON.stringify(DEFAULT_SETTINGS),
      confirmed: true,
      at: START,
    });
    return place;
  };

  test("other systems get their previews", async () => {
    const { db } = database.current;
    const [one, other] = [await addSystem(), await addSystem()];
    const [failing = one, working = other] = [one, other].toSorted((a, b) =>
      a.clientId < b.clientId ? -1 : 1,
    );
    const look = (minutes: number) =>
      queueAutomaticPreviews(db, {
        now: new Date(START.getTime() + minutes * MINUTE),
        isWritable: ({ client_id }) => {
          if (client_id === failing.clientId) throw new Error("No state");
          return true;
        },
      });
    for (const minutes of [0, 1]) {
      await expect(look(minutes)).rejects.toMatchObject({ errors: [new Error("No state")] });
    }
    const plans = await db
      .selectFrom("provisioning_plans")
      .select(["resource_id"])
      .where("client_id", "in", [failing.clientId, working.clientId])
      .execute();
    expect(plans).toEqual([{ resource_id: working.resourceId }]);
  });

  test("a requested preview is taken", async () => {
    const place = await addSystem();
    const id = randomUUID();
    await inTransaction(database.current.db, (tx) =>
      insertPlan(tx, { ...place, id, actor: { id: randomUUID(), username: "Ann" }, at: START }),
    );
    const errors: unknown[] = [];
    const taken: string[] = [];
    const jobs = startResourceJobs(
      PLAN_ROWS,
      {
        entry: new URL("file:///plan.ts"),
        folder: "plans",
        settingsOf: (job) => {
          taken.push(job.id);
          return Promise.reject(new Error("Enough"));
        },
        queueDue: () => Promise.reject(new Error("No look")),
      },
      {
        database: database.current,
        disk: emptyDisk(),
        clock: () => START,
        onError: (error) => void errors.push(error),
        workerId: randomUUID(),
        dataDirectory: mkdtempSync(join(tmpdir(), "provision-look-")),
      },
    );
    try {
      await vi.waitFor(() => expect(taken[0]).toBe(id), { timeout: 10_000 });
      expect(errors).toContainEqual(new Error("No look"));
    } finally {
      await jobs.stop();
    }
  });
});
