/** A system that sends objects without end fills no disk. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";
import type { Connection, SystemObject } from "#server/connectors/contract.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { takeRun } from "#server/systems/runs/leases.ts";
import { PlanOwners } from "#server/systems/runs/owners.ts";
import { readPlan } from "#server/systems/runs/readPlan.ts";
import { eachDatabase } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";
import { ModelSystem } from "./modelSystem.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const NOTE = "x".repeat(1_000);

function account(at: number): SystemObject {
  return {
    id: `${at}`,
    name: `user${at}`,
    objectClass: "account",
    attributes: { note: [NOTE] },
    active: true,
    entitlements: null,
    members: null,
    version: null,
  };
}

eachDatabase((database) => {
  let filled: TestDirectory;
  beforeAll(async () => {
    filled = await fillDirectory(database.current.db);
  });

  test.each(["full", "changes"] as const)("a %s read without end is incomplete", async (kind) => {
    const { db } = database.current;
    const { clientId, resources } = filled;
    const resourceId = kind === "full" ? resources.crm : resources.erp;
    await db
      .insertInto("connected_systems")
      .values({
        client_id: clientId,
        resource_id: resourceId,
        connector_id: 1,
        kind: "export",
        settings: JSON.stringify(DEFAULT_SETTINGS),
        created_at: NOW,
      })
      .execute();
    const actor = { id: null, username: "test" };
    await insertRun(db, { clientId, resourceId, kind, at: NOW, actor, isScheduled: false });
    const job = await takeRun(db, { workerId: randomUUID(), now: NOW, maxOfClient: 1 });
    if (!job) throw new Error("No run is due");
    const directory = mkdtempSync(join(tmpdir(), "limit-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));

    let sent = 0;
    let isClosed = false;
    async function* endless<Item>(toItem: (object: SystemObject) => Item) {
      try {
        // Ends far beyond the limit, so that a read without one fails this test.
        while (sent < 1_000) yield [toItem(account(sent++))];
        return { complete: true, token: "t", problem: null };
      } finally {
        isClosed = true;
      }
    }
    const connection: Connection = {
      ...new ModelSystem(false).connect("none"),
      search: () => endless((object) => object),
      sync: () => endless((object) => ({ type: "stored" as const, object })),
    };
    const plan = await readPlan(db, connection, {
      job,
      isHr: false,
      settings: DEFAULT_SETTINGS,
      isExcluded: () => false,
      exclusionOf: exclusionsOf([]),
      owners: new PlanOwners(db, job, DEFAULT_SETTINGS),
      token: kind === "changes" ? "s" : null,
      now: NOW,
      directory,
      maxSize: 20_000,
      onProgress: () => {},
    });
    expect(plan).toMatchObject({ complete: false, problem: { remedy: "limitReached" } });
    // Each object takes between 1,000 and 1,200 characters.
    expect(sent).toBeGreaterThan(15);
    expect(sent).toBeLessThan(22);
    expect(isClosed).toBe(true);
  });
});
