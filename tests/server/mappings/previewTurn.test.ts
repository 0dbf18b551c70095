/** Which imports hold up the preview of a system's mappings. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { PREVIEW_ROWS } from "#server/mappings/previewJobs.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { takeResourceJob } from "#server/threads/resourceJobs.ts";
import { oneDatabase } from "../support/databases.ts";
import { openFilledApi, type FilledApi } from "../support/filledApi.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";

const MINUTE = 60_000;

oneDatabase((database) => {
  let opened: FilledApi;
  let own: string;
  let other: string;
  /** When the preview was requested. */
  let requested: Date;

  beforeAll(async () => {
    opened = await openFilledApi(database.current, "owner");
    await database.current.db.updateTable("clients").set({ limit_self_certified: null }).execute();
  });
  beforeEach(async () => {
    const { api, browser, directory } = opened;
    const { clientId } = directory;
    await database.current.db.deleteFrom("mapping_previews").execute();
    await database.current.db.deleteFrom("system_runs").execute();
    const add = async () =>
      (await addSystem(browser, clientId, { connectorId: MANUAL_ID, kind: "manual" })).id;
    own = await add();
    other = await add();
    const body = { direction: "inbound", mapping: null, mappingId: null };
    const asked = await browser.post(`${pathOf(clientId, own)}/mapping-previews`, body);
    expect(asked.statusCode, asked.body).toBe(201);
    requested = api.clock.now;
  });

  const startImport = (resourceId: string, at: Date) =>
    insertRun(database.current.db, {
      clientId: opened.directory.clientId,
      resourceId,
      kind: "full",
      at,
      actor: { id: null, username: "test" },
      isScheduled: false,
    });
  /** Whether a worker takes the preview. */
  const begins = async (at: Date) =>
    (await takeResourceJob(database.current.db, PREVIEW_ROWS, randomUUID(), at)) !== null;
  const minutesLater = (minutes: number) => new Date(requested.getTime() + minutes * MINUTE);

  test("it waits for an import of its own system, however long that takes", async () => {
    await startImport(own, requested);
    expect(await begins(minutesLater(60))).toBe(false);
    await database.current.db.updateTable("system_runs").set({ status: "done" }).execute();
    expect(await begins(minutesLater(60))).toBe(true);
  });

  test("it waits at most five minutes for the first import of another system", async () => {
    await startImport(other, requested);
    expect(await begins(minutesLater(4.9))).toBe(false);
    expect(await begins(minutesLater(5))).toBe(true);
  });

  test("an import that is tried again later does not hold it up", async () => {
    await startImport(own, minutesLater(30));
    expect(await begins(minutesLater(29))).toBe(true);
  });

  test("later imports of another system do not hold it up", async () => {
    await database.current.db
      .updateTable("connected_systems")
      .set({ initial_import_complete: true })
      .execute();
    await startImport(other, requested);
    expect(await begins(requested)).toBe(true);
  });
});
