/** A report that meets a full disk waits for space, and is made then. One that does not fit on the disk fails. */
import { expect, test } from "vitest";
import { MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDiskOf } from "../support/disks.ts";
import { useReports, WAIT } from "./reportServer.ts";

const MINUTE = 60_000;

oneDatabase((database) => {
  const on = useReports(database);
  const later = () => {
    on.api.clock.now = new Date(on.api.clock.now.getTime() + MINUTE);
    on.poke();
  };
  const stored = (id: string) =>
    on.db
      .selectFrom("reports")
      .select(["status", "attempts"])
      .where("id", "=", id)
      .executeTakeFirst();

  test("a report waits while the disk is full, and is made once there is space", async () => {
    const { id } = await on.start();
    const disk = await fillDiskOf(on.db, "report_rows");
    const errors = on.work();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
      await expect.poll(disk.refusals, WAIT).toBe(attempt);
      await expect.poll(() => stored(id), WAIT).toEqual({ status: "queued", attempts: 0 });
      await disk.freeLittle();
      later();
    }
    await disk.free();
    later();
    await expect.poll(() => on.read(id), WAIT).toMatchObject({ status: "ready" });
    expect(errors).toEqual([]);
  });

  test("a report that does not fit on the disk fails, and says why", async () => {
    const { id } = await on.start();
    const disk = await fillDiskOf(on.db, "report_rows", "little");
    const errors = on.work();
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      await expect.poll(() => stored(id), WAIT).toEqual({ status: "queued", attempts: attempt });
      later();
    }
    await expect
      .poll(() => on.read(id), WAIT)
      .toMatchObject({ status: "failed", failure: "diskFull" });
    expect(await disk.refusals()).toBe(MAX_ATTEMPTS);
    expect(errors).toHaveLength(MAX_ATTEMPTS);
  });
});
