/** Schedules of reports, and the mails with links to the reports that they make. */
import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { mailOwedReports } from "#server/reports/mails.ts";
import { startDueReports } from "#server/reports/schedules.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useReports, WAIT } from "./reportServer.ts";

oneDatabase((database) => {
  const on = useReports(database);

  describe("a schedule", () => {
    const schedules = () => `/api/clients/${on.directory.clientId}/report-schedules`;
    const plan = async (change: object = {}) =>
      on.mapper.post(schedules(), {
        kind: "outsidePolicy",
        orgOid: null,
        resourceId: null,
        every: "daily",
        recipients: [on.directory.users.owner],
        ...change,
      });

    test("runs its report and mails its recipients a link", async () => {
      const { id, nextAt, recipients } = (await plan()).json();
      expect(recipients).toEqual(["owner"]);
      expect(nextAt).toBe("2026-03-03T04:00:00.000Z");
      const { db } = on;
      await startDueReports(db, on.api.clock.now);
      expect((await on.mapper.get(on.url)).json()._embedded.reports).toEqual([]);
      const before = on.api.clock.now;
      on.api.clock.now = new Date("2026-03-05T04:00:01Z");
      await on.signInAgain();
      on.work();
      await vi.waitFor(async () => {
        const [report] = (await on.mapper.get(on.url)).json()._embedded.reports;
        expect(report).toMatchObject({ status: "ready", isScheduled: true, author: "mapper" });
      }, WAIT);
      const sent = (await on.api.mails()).length;
      mailOwedReports(on.api.app);
      const mails = (await on.api.mails()).slice(sent);
      const [report] = (await on.mapper.get(on.url)).json()._embedded.reports;
      expect(mails).toMatchObject([{ to: "owner@example.com" }]);
      expect(mails[0]?.text).toContain(`/reports/${report.id}\n`);
      expect(await db.selectFrom("report_mails").selectAll().execute()).toEqual([]);
      // Missed runs are not made up for.
      const [listed] = (await on.mapper.get(schedules())).json()._embedded.schedules;
      expect(listed).toMatchObject({ id, nextAt: "2026-03-06T04:00:00.000Z" });
      expect((await on.mapper.send("DELETE", `${schedules()}/${id}`)).statusCode).toBe(200);
      expectError(await on.mapper.send("DELETE", `${schedules()}/${id}`), "ENOTFOUND");
      on.api.clock.now = before;
      await on.signInAgain();
    });

    test("[IDN-2] of the holders of an entitlement names the entitlement, and no other kind does", async () => {
      const [roleOid] = on.directory.roles;
      const planned = (await plan({ kind: "holders", roleOid })).json();
      expect(planned).toMatchObject({ kind: "holders", entitlementName: "Entitlement 1" });
      expectError(await plan({ kind: "holders" }), "EINVALID");
      expectError(await plan({ roleOid }), "EINVALID");
      expectError(await plan({ kind: "holders", roleOid: randomUUID() }), "ENOTFOUND");
      await startDueReports(on.db, new Date("2026-03-05T04:00:01Z"));
      const [report] = (await on.mapper.get(on.url)).json()._embedded.reports;
      expect(report).toMatchObject({ roleOid, entitlementName: "Entitlement 1" });
      expect((await on.made(report.id)).rowCount).toBe(2);
    });

    test("[IDN-2] changes only from the version that was seen, with what it was and is in the audit trail", async () => {
      const { id } = (await plan()).json();
      const path = `${schedules()}/${id}`;
      const detail = (await on.mapper.get(path)).json();
      expect(detail).toMatchObject({ recipientIds: [on.directory.users.owner], version: 1 });
      const body = {
        kind: "orphanedAccounts",
        orgOid: null,
        resourceId: on.directory.resources.crm,
        every: "monthly",
        recipients: [on.directory.users.mapper, on.directory.users.owner],
        version: 1,
      };
      const changed = await on.mapper.send("PUT", path, { body });
      expect(changed.json()).toMatchObject({
        kind: "orphanedAccounts",
        resourceName: "CRM",
        every: "monthly",
        nextAt: "2026-04-01T04:00:00.000Z",
        recipients: ["mapper", "owner"],
        version: 2,
      });
      expectError(
        await on.mapper.send("PUT", path, { body: { ...body, every: "daily" } }),
        "ECONFLICT",
      );
      const again = await on.mapper.send("PUT", path, { body: { ...body, version: 2 } });
      expect(again.json().version).toBe(2);
      for (const wrong of [
        { kind: "policyCoverage" },
        { recipients: [on.directory.users.guest] },
        { kind: "holders", resourceId: null },
      ]) {
        const refused = await on.mapper.send("PUT", path, {
          body: { ...body, version: 2, ...wrong },
        });
        expectError(refused, "EINVALID");
      }
      const other = `${schedules()}/${randomUUID()}`;
      expectError(await on.mapper.send("PUT", other, { body }), "ENOTFOUND");
      expectError(await on.mapper.get(other), "ENOTFOUND");
      const entries = await on.db
        .selectFrom("audit")
        .select(["before", "after"])
        .where("target", "=", id)
        .where("call", "=", "reports/updateSchedule")
        .execute();
      expect(entries).toMatchObject([
        {
          before: { kind: "outsidePolicy", every: "daily", recipients: ["owner"] },
          after: {
            kind: "orphanedAccounts",
            every: "monthly",
            resource: "CRM",
            recipients: ["mapper", "owner"],
          },
        },
      ]);
    });

    test("has only recipients who may open reports", async () => {
      for (const user of ["guest", "stranger", "archived"] as const) {
        expectError(await plan({ recipients: [on.directory.users[user]] }), "EINVALID");
      }
      expectError(await plan({ recipients: [randomUUID()] }), "EINVALID");
      const { recipients } = (
        await on.mapper.get(`/api/clients/${on.directory.clientId}/report-recipients`)
      ).json();
      expect(recipients.map(({ username }: { username: string }) => username)).toEqual([
        "mapper",
        "owner",
      ]);
    });
  });
});
