/** A run that meets a full disk waits for space, says so, and goes on. One that does not fit on the disk fails. */
import { expect, onTestFinished, test, vi } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { eachDatabase } from "../../support/databases.ts";
import { fillDiskOf } from "../../support/disks.ts";
import { WAIT } from "../runningServer.ts";
import { useCsvRuns } from "./csvRuns.ts";

const MINUTE = 60_000;
const ROWS = Array.from({ length: 20 }, (_, at) => `${at},user${at},read`);
const FULL = { problem: { code: "diskFull", step: null, detail: "" } };

eachDatabase((database) => {
  const on = useCsvRuns(database);
  const read = async (oid: string) =>
    (await on.owner.get(`${on.path}/runs/${oid}`)).json<SystemRun>();
  const later = () => {
    on.api.clock.now = new Date(on.api.clock.now.getTime() + MINUTE);
    on.poke();
  };
  const stored = (oid: string) =>
    on.db
      .selectFrom("system_runs")
      .select(["attempts", "lease_owner"])
      .where("oid", "=", oid)
      .executeTakeFirstOrThrow();

  for (const [part, table, status] of [
    ["reads", "system_run_entries", "reading"],
    ["applies its plan", "accounts", "applying"],
  ] as const) {
    test(`a run that ${part} waits while the disk is full, and goes on without a user`, async () => {
      await on.provide(ROWS);
      const disk = await fillDiskOf(on.db, table);
      const oid = await on.start();
      for (let attempt = 1; attempt <= MAX_ATTEMPTS + 2; attempt++) {
        await expect.poll(disk.refusals, WAIT).toBe(attempt);
        await expect.poll(() => stored(oid), WAIT).toEqual({ attempts: 0, lease_owner: null });
        expect(await read(oid)).toMatchObject({ status, endedAt: null, ...FULL });
        await disk.freeLittle();
        later();
      }
      await disk.free();
      later();
      expect(await on.settled(oid)).toMatchObject({ status: "done", problem: null });
      expect(Object.keys(await on.accounts())).toHaveLength(ROWS.length);
    });
  }

  for (const [part, table] of [
    ["read", "system_run_entries"],
    ["applied", "accounts"],
  ] as const) {
    test(`a run that does not fit on the disk when it is ${part} fails, and says why`, async () => {
      await on.provide(ROWS);
      const disk = await fillDiskOf(on.db, table, "little");
      const oid = await on.start();
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
        await expect
          .poll(() => stored(oid), WAIT)
          .toEqual({ attempts: attempt, lease_owner: null });
        expect(await read(oid)).toMatchObject({ endedAt: null, ...FULL });
        later();
      }
      expect(await on.settled(oid)).toMatchObject({ status: "failed", ...FULL });
      expect(await disk.refusals()).toBe(MAX_ATTEMPTS);
      expect(on.errors.splice(0).map(String)).toEqual(
        Array.from({ length: MAX_ATTEMPTS }, () => expect.stringMatching(/disk .* is full/)),
      );
      // Other jobs continue.
      later();
      await expect.poll(() => on.disk.isFull, WAIT).toBe(false);
    });
  }

  test("a job that met a full disk is not tried again at once", async () => {
    await on.provide(ROWS);
    const disk = await fillDiskOf(on.db, "system_run_entries", "little");
    const oid = await on.start();
    await expect.poll(() => read(oid), WAIT).toMatchObject(FULL);
    await disk.free();
    const look = vi.spyOn(on.disk, "hasSpace");
    onTestFinished(() => look.mockRestore());
    const found = () =>
      look.mock.settledResults.filter(({ type }) => type === "fulfilled").map(({ value }) => value);
    for (let poke = 1; poke <= 5; poke++) {
      on.poke();
      await expect.poll(() => found().length, WAIT).toBeGreaterThanOrEqual(poke);
    }
    expect(found()).not.toContain(true);
    expect(await stored(oid)).toEqual({ attempts: 1, lease_owner: null });
    expect(await read(oid)).toMatchObject({ status: "reading", ...FULL });
    later();
    expect(await on.settled(oid)).toMatchObject({ status: "done" });
    expect(on.errors.splice(0)).toHaveLength(1);
  });
});
