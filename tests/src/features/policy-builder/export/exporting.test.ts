import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import {
  exportCancelled,
  exported,
  exportFailed,
  exportWanted,
} from "#events/actions/policyBuilder.ts";
import { notificationShown } from "#events/actions/app.ts";
import type { MiningReport } from "#events/entities/miningReport.ts";
import { exportFileName } from "#src/features/policy-builder/export/rules.ts";
import {
  $exporting,
  $exportProgress,
  cancelExport,
  exportTable,
} from "#src/features/policy-builder/export/exporting.ts";
import {
  $builder,
  changeFilterText,
  moveThreshold,
  tickEntitlement,
} from "#src/features/policy-builder/model.ts";
import { $found, typeAhead } from "#src/features/policy-builder/table/typeAhead.ts";
import { openFileFx, type FileToSave } from "#src/kernel/filePorts.ts";
import { port } from "../../../support/scope.ts";
import {
  apply,
  askElsewhere,
  createBuilderApp,
  REPORT,
  roleOid,
  type BuilderApp,
} from "../support.ts";
import { english } from "../../../../support/english.ts";

interface Disk {
  readonly opened: FileToSave[];
  readonly parts: Uint8Array[];
  closed: boolean;
  aborted: boolean;
  /** Writes that wait until the test releases them. */
  readonly held: (() => void)[];
}

/** More than two chunks of one resource. */
const LARGE: MiningReport = {
  ...REPORT,
  resourceInsights: [
    {
      resourceName: "Core Banking",
      entitlementInsights: Array.from({ length: 9000 }, (_, row) => ({
        entitlementName: `Entitlement ${row}`,
        percentOfUsers: 100,
        roleOid: roleOid(row),
      })),
    },
  ],
};

async function exportingApp({
  report,
  isHeld = false,
  refuses = false,
}: {
  readonly report?: MiningReport;
  readonly isHeld?: boolean;
  readonly refuses?: boolean;
} = {}): Promise<{ app: BuilderApp; disk: Disk }> {
  const disk: Disk = { opened: [], parts: [], closed: false, aborted: false, held: [] };
  const app = await createBuilderApp({
    handlers: [
      port(openFileFx, (file) => {
        disk.opened.push(file);
        if (refuses) return null;
        return {
          async write(bytes) {
            disk.parts.push(bytes);
            if (isHeld) await new Promise<void>((go) => void disk.held.push(go));
          },
          async close() {
            disk.closed = true;
          },
          async abort() {
            disk.aborted = true;
          },
        };
      }),
    ],
  });
  await app.openBuilder();
  await app.replyOrg();
  await app.deliver(report);
  return { app, disk };
}

async function letGo(app: BuilderApp, disk: Disk) {
  disk.held.shift()?.();
  await app.nextFrame();
}

function records(disk: Disk): string[][] {
  return parse(Buffer.concat(disk.parts), { bom: true, from: 2 });
}

function notified(app: BuilderApp) {
  return english(app.envelopes(notificationShown).at(-1)?.payload.message);
}

describe("the export", () => {
  it("writes the shown rows with the byte order mark for spreadsheets, and records it", async () => {
    const { app, disk } = await exportingApp();
    await app.act(moveThreshold, { percent: 80 });
    await app.act(changeFilterText, { text: "reports" });
    await app.act(exportTable, { of: "shown" });
    expect(disk.opened).toEqual([
      { name: "Senior-Teller-shown-2026-03-02.csv", type: "text/csv", extension: ".csv" },
    ]);
    expect([...(disk.parts[0] ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    expect(records(disk)).toEqual([
      ["Core Banking", "Branch_Reports Read", "90", roleOid(2), "180", "200"],
      ["HR Portal", "Team Reports", "80", roleOid(5), "160", "200"],
    ]);
    expect(disk.closed).toBe(true);
    expect(app.envelopes(exported).map(({ payload }) => payload)).toEqual([
      {
        of: "shown",
        records: 2,
        bytes: Buffer.concat(disk.parts).length,
        fileName: "Senior-Teller-shown-2026-03-02.csv",
      },
    ]);
    expect(app.envelopes(exported)[0]?.cause).toBe(app.envelopes(exportWanted)[0]?.id);
    expect(notified(app)).toBe("2 entitlements exported as Senior-Teller-shown-2026-03-02.csv.");
  });

  it("writes the selected rows regardless of the filter text", async () => {
    const { app, disk } = await exportingApp();
    await app.act(moveThreshold, { percent: 80 });
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await app.act(changeFilterText, { text: "reports" });
    await app.act(exportTable, { of: "selected" });
    expect(records(disk).map(([, name]) => name)).toEqual([
      "Branch_Reports Read",
      "Self Service",
      "Team Reports",
    ]);
  });

  it("requests each chunk after the previous one is written, and reports its progress", async () => {
    const { app, disk } = await exportingApp({ report: LARGE, isHeld: true });
    await app.act(exportTable, { of: "shown" });
    expect(app.get($exporting)).toBe(true);
    expect(app.get($exportProgress)).toBeNull();
    await letGo(app, disk);
    expect(app.get($exportProgress)).toEqual({ of: "shown", records: 4096, total: 9000 });
    expect(disk.parts).toHaveLength(2);
    await letGo(app, disk);
    await letGo(app, disk);
    expect(app.get($exporting)).toBe(false);
    expect(records(disk)).toHaveLength(9000);
    expect(records(disk).at(-1)?.[1]).toBe("Entitlement 8999");
    expect(app.envelopes(exported)[0]?.payload.records).toBe(9000);
  });

  it("never mixes two states: a changed filter ends it and leaves no file", async () => {
    const { app, disk } = await exportingApp({ report: LARGE, isHeld: true });
    await app.act(exportTable, { of: "shown" });
    await app.act(changeFilterText, { text: "7" });
    await letGo(app, disk);
    expect(disk).toMatchObject({ closed: false, aborted: true });
    expect(disk.parts).toHaveLength(1);
    expect(app.envelopes(exportFailed)).toHaveLength(1);
    expect(app.envelopes(exported)).toHaveLength(0);
    expect(app.get($exporting)).toBe(false);
    expect(notified(app)).toBe(
      "Nothing was exported: the table changed in the meantime. Export again.",
    );
  });

  it("continues during type-ahead, with or without a match, and while an apply is refused", async () => {
    const { app, disk } = await exportingApp({ report: LARGE, isHeld: true });
    await app.act(changeFilterText, { text: "entitlement" });
    await app.act(exportTable, { of: "shown" });
    await app.act(typeAhead, "zz");
    await apply(app);
    await app.act(typeAhead, "entitlement 8");
    expect(app.get($found)).toEqual({ position: 9 });
    while (disk.held.length > 0) await letGo(app, disk);
    expect(app.envelopes(exported)[0]?.payload.records).toBe(9000);
  });

  it("continues during type-ahead on a table that another query made stale, without a new query", async () => {
    const { app, disk } = await exportingApp({ report: LARGE, isHeld: true });
    await app.act(askElsewhere, { ...app.get($builder), text: "7" });
    await app.act(exportTable, { of: "shown" });
    await app.act(typeAhead, "entitlement 8");
    while (disk.held.length > 0) await letGo(app, disk);
    expect(app.envelopes(exported)[0]?.payload.records).toBe(9000);
    await app.act(typeAhead, "entitlement 8");
    expect(app.get($found)).toEqual({ position: 9 });
  });

  it("can be cancelled between two chunks and started again", async () => {
    const { app, disk } = await exportingApp({ report: LARGE, isHeld: true });
    await app.act(exportTable, { of: "shown" });
    await app.act(cancelExport, {});
    await letGo(app, disk);
    expect(disk).toMatchObject({ closed: false, aborted: true });
    expect(app.get($exporting)).toBe(false);
    expect(app.envelopes(exported)).toHaveLength(0);
    await app.act(exportTable, { of: "shown" });
    await letGo(app, disk);
    expect(app.get($exportProgress)).not.toBeNull();
  });

  it("runs one at a time", async () => {
    const { app, disk } = await exportingApp({ report: LARGE, isHeld: true });
    await app.act(exportTable, { of: "shown" });
    await app.act(exportTable, { of: "selected" });
    expect(disk.opened).toHaveLength(1);
  });

  it("ends if no destination was chosen", async () => {
    const { app, disk } = await exportingApp({ refuses: true });
    await app.act(exportTable, { of: "shown" });
    expect(disk.parts).toHaveLength(0);
    expect(app.envelopes(exportCancelled)).toHaveLength(1);
    expect(app.get($exporting)).toBe(false);
  });
});

describe("the file name", () => {
  const day = Date.UTC(2026, 10, 21, 23, 59);
  it.each([
    ["Senior Teller", "Senior-Teller-shown-2026-11-21.csv"],
    ["Kassa / Sør: «A»", "Kassa-Sør-A-shown-2026-11-21.csv"],
    ["窓口 係", "窓口-係-shown-2026-11-21.csv"],
    ["../..", "entitlements-shown-2026-11-21.csv"],
  ])("of %s is %s", (org, name) => {
    expect(exportFileName(org, "shown", day)).toBe(name);
  });
});
