import { describe, expect, it } from "vitest";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { CoreDriver } from "../support/coreDriver.ts";
import { bytesOf, encode, SMALL_REPORT } from "../support/reports.ts";

describe("load", () => {
  it("[RPT-2] keeps the report before usable, selection and all, whatever bytes come next", async () => {
    const driver = await CoreDriver.withReport(SMALL_REPORT);
    driver.ask({ hints: true }, { kind: "entitlement", row: 1, ticked: false });
    const view = driver.view;
    const rows = driver.table();
    const bytes = bytesOf(SMALL_REPORT);
    for (const wrong of [bytes.subarray(0, 100), encode("{}"), encode('{"a":'.repeat(1e5))]) {
      const reply = await driver.core.load(wrong);
      expect(reply).toMatchObject({ ok: false, code: "EBADREPORT" });
    }
    expect(driver.core.rows(view?.generation ?? -1, 0, 10)).toStrictEqual(rows);
    const again = driver.ask();
    expect({ ...again, generation: 0 }).toStrictEqual({ ...view, generation: 0 });
  });

  it("[RPT-2] summarises the report: totals, resources with their entitlements, digest and size of the bytes", async () => {
    const bytes = bytesOf(SMALL_REPORT);
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
    const core = createAnalyticsCore();
    expect(core.summary()).toBeNull();
    const reply = await core.load(bytes);
    expect(reply).toStrictEqual({
      ok: true,
      summary: {
        orgOid: SMALL_REPORT.orgOid,
        reportDate: SMALL_REPORT.reportDate,
        totalUsers: 100,
        totalShadows: 100,
        entitlements: 3,
        resources: [
          { name: "Core Banking", entitlements: 2 },
          { name: "Empty", entitlements: 0 },
          { name: "Portal", entitlements: 1 },
        ],
      },
      digest: digest.toString("hex"),
      size: bytes.length,
    });
    expect(core.summary()).toStrictEqual(reply.ok && reply.summary);
  });
});
