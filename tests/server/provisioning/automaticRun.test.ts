/** What Provision previews after an import, with a server that performs its jobs. */
import { expect, test, vi } from "vitest";
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import { outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { tablePlan, useLiveTables } from "./liveTable.ts";

const WAIT = { timeout: 30_000, interval: 100 };
const MINUTE = 60_000;

oneDatabase((database) => {
  const { live, write } = useLiveTables(database);

  test("an import is followed by a preview of Provision, which a restart does not repeat", async () => {
    write("badges.csv", "login;title\nbob;\n");
    const system = await live.connect(
      tablePlan("badges.csv", [outboundDraft("jobTitle", "account/title")]),
    );
    await database.current.db
      .updateTable("identities")
      .set({ job_title: "Clerk" })
      .where("client_id", "=", system.clientId)
      .where("username", "=", "bob")
      .execute();
    expect(await system.runImport()).toMatchObject({ status: "done" });
    const pass = (minutes: number) => {
      live.api.clock.now = new Date(live.api.clock.now.getTime() + minutes * MINUTE);
      live.poke();
    };
    const preview = await vi.waitFor(async () => {
      const latest: ProvisionPreview | null = await system.latest();
      if (latest === null) pass(1);
      expect(latest?.status).toBe("planned");
      return latest;
    }, WAIT);
    expect(preview).toMatchObject({ actor: "Provision", preparedBy: [], stale: false });
    expect(preview?.resourcePreview).toMatchObject([{ kind: "change", count: 1 }]);

    // It finds nothing new.
    expect(await system.runImport()).toMatchObject({ status: "done" });
    expect(await system.latest()).toMatchObject({ id: preview?.id, stale: false });

    await live.stopJobs();
    live.startJobs();
    const stored = (table: "automatic_previews" | "provisioning_plans") =>
      database.current.db
        .selectFrom(table)
        .selectAll()
        .where("resource_id", "=", system.resourceId)
        .execute();
    pass(30);
    await vi.waitFor(async () => {
      const [schedule] = await stored("automatic_previews");
      expect(schedule).toMatchObject({ changed_at: null });
      expect(schedule && "due_at" in schedule && schedule.due_at).toEqual(
        new Date(live.api.clock.now.getTime() + 5 * MINUTE),
      );
    }, WAIT);
    expect(await stored("provisioning_plans")).toMatchObject([{ id: preview?.id }]);
  });
});
