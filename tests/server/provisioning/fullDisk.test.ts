/** A preview that meets a full disk while it is computed or written waits for space, says so, and goes on. */
import { expect, test } from "vitest";
import { MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { outboundDraft } from "../mappings/support.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDiskOf } from "../support/disks.ts";
import { ONE_PER_ROW, tablePlan, useLiveTables } from "./liveTable.ts";

const MINUTE = 60_000;
const WAIT = { timeout: 30_000, interval: 50 };
const WAITS = { problem: { code: "diskFull", detail: "" }, endedAt: null };

eachDatabase((database) => {
  const { live, write, read } = useLiveTables(database);
  const later = () => {
    live.api.clock.now = new Date(live.api.clock.now.getTime() + MINUTE);
    live.poke();
  };

  test("a preview waits while the disk is full, and goes on without a user", async () => {
    write("people.csv", "login;right\nbob;Audit\neve;Sign\n");
    const system = await live.connect(
      tablePlan("people.csv", [outboundDraft("username", "account/login")], ONE_PER_ROW),
    );
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.grant("Sign", "Engineer");
    const rows = () =>
      database.current.db
        .selectFrom("provisioning_plans")
        .select(["attempts", "lease_owner"])
        .where("resource_id", "=", system.resourceId)
        .execute();
    /** @returns once more attempts have failed than a job has. */
    const waits = async (
      { refusals }: { readonly refusals: () => Promise<number> },
      status: string,
    ): Promise<void> => {
      let before = 0;
      for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
        await expect.poll(refusals, WAIT).toBeGreaterThan(before);
        await expect.poll(rows, WAIT).toEqual([{ attempts: 0, lease_owner: null }]);
        expect(await system.latest()).toMatchObject({ status, ...WAITS });
        before = await refusals();
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
});
