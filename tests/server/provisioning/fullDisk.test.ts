/** A preview that meets a full disk while it is computed or written waits for space, says so, and goes on. One that does not fit fails. */
import { expect, test } from "vitest";
import { MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { outboundDraft } from "../mappings/support.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDiskOf, type FullDisk } from "../support/disks.ts";
import { ONE_PER_ROW, tablePlan, useLiveTables } from "./liveTable.ts";

const MINUTE = 60_000;
/** Of a plan that is written. Each attempt reads the system first. */
const WRITE_ATTEMPTS = 10;
const WAIT = { timeout: 30_000, interval: 50 };
const WAITS = { problem: { code: "diskFull", detail: "" }, endedAt: null };

eachDatabase((database) => {
  const { live, write, read } = useLiveTables(database);
  const later = () => {
    live.api.clock.now = new Date(live.api.clock.now.getTime() + MINUTE);
    live.poke();
  };

  /** A system that lacks two people and one right. */
  const begin = async (name: string) => {
    write(name, "login;right\nbob;Audit\neve;Sign\n");
    const system = await live.connect(
      tablePlan(name, [outboundDraft("username", "account/login")], ONE_PER_ROW),
    );
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.grant("Sign", "Engineer");
    return system;
  };

  test("a preview waits while the disk is full, and goes on without a user", async () => {
    const system = await begin("people.csv");
    const rows = () =>
      database.current.db
        .selectFrom("provisioning_plans")
        .select(["attempts", "lease_owner"])
        .where("resource_id", "=", system.resourceId)
        .execute();
    /** @returns once more attempts have failed than a job may make. */
    const waits = async ({ refusals, freeLittle }: FullDisk, status: string): Promise<void> => {
      let before = 0;
      for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
        await expect.poll(refusals, WAIT).toBeGreaterThan(before);
        await expect.poll(rows, WAIT).toEqual([{ attempts: 0, lease_owner: null }]);
        expect(await system.latest()).toMatchObject({ status, ...WAITS });
        before = await refusals();
        await freeLittle();
        later();
      }
    };

    const planning = await fillDiskOf(database.current.db, "provisioning_changes");
    expect((await live.owner.post(`${system.path}/previews`)).statusCode).toBe(201);
    await waits(planning, "computing");
    await planning.free();
    later();
    const preview = await system.settled();
    expect(preview).toMatchObject({ status: "planned", problem: null });

    const writing = await fillDiskOf(database.current.db, "system_objects");
    await system.approved(preview);
    await waits(writing, "applying");
    await writing.free();
    later();
    expect(await system.settled()).toMatchObject({ status: "done", problem: null });
    expect(read("people.csv")).toBe("login;right\nbob;Sign\neve;Sign\nann;Sign\ncyd;Sign\n");
  });

  /** @param attempts that fail before the last one. */
  const failsAfter = async (resourceId: string, attempts: number): Promise<void> => {
    const stored = () =>
      database.current.db
        .selectFrom("provisioning_plans")
        .select(["attempts", "lease_owner"])
        .where("resource_id", "=", resourceId)
        .executeTakeFirst();
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await expect.poll(stored, WAIT).toEqual({ attempts: attempt, lease_owner: null });
      later();
    }
  };

  test("a preview that does not fit on the disk fails, and says why", async () => {
    const system = await begin("large.csv");
    const disk = await fillDiskOf(database.current.db, "provisioning_changes", "little");
    expect((await live.owner.post(`${system.path}/previews`)).statusCode).toBe(201);
    await failsAfter(system.resourceId, MAX_ATTEMPTS - 1);
    const { problem } = WAITS;
    expect(await system.settled()).toMatchObject({ status: "failed", problem });
    expect(await disk.refusals()).toBe(MAX_ATTEMPTS);
    expect(live.errors.splice(0)).toHaveLength(MAX_ATTEMPTS);
    // Other jobs continue.
    later();
  });

  test("changes that do not fit on the disk when they are written fail, and say why", async () => {
    const system = await begin("written.csv");
    const preview = await system.preview();
    await fillDiskOf(database.current.db, "system_objects", "little");
    await system.approved(preview);
    await failsAfter(system.resourceId, WRITE_ATTEMPTS);
    const { problem } = WAITS;
    expect(await system.settled()).toMatchObject({ status: "partlyFailed", problem });
    expect(live.errors.splice(0)).toHaveLength(WRITE_ATTEMPTS);
  });
});
