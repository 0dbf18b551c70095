import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import {
  indexInSteps,
  type IndexNames,
  type IndexPart,
} from "#workers/analytics/indexing/indexNames.ts";
import { indexInSlices } from "#workers/analytics/indexing/inSlices.ts";
import { indexInWorker, type IndexThread } from "#workers/analytics/indexing/inWorker.ts";
import { receiveNames } from "#workers/analytics/indexing/receiveNames.ts";
import { runSteps } from "#workers/analytics/steps.ts";
import { NameColumnBuilder } from "#workers/columns/nameColumn.ts";
import { CoreDriver, EVERY_SORT } from "../support/coreDriver.ts";
import { evaluate } from "../support/reference.ts";
import { anyLargerReport, SMALL_REPORT } from "../support/reports.ts";
import { loadReport } from "../support/loadReport.ts";

const NAMES = ["Teller Drawer", "CN=Audit_7", "银行 Teller", "", "teller drawer"];

/** Two resources, of two and of three names. */
function report() {
  const builder = new NameColumnBuilder();
  for (const name of NAMES) builder.addText(name);
  return { names: builder.finish(), resourceStarts: Uint32Array.of(0, 2, 5) };
}

function expected(): readonly IndexPart[] {
  const made: IndexPart[] = [];
  runSteps(indexInSteps(report(), (part) => made.push(part)));
  expect(made).toHaveLength(2);
  // "CN=Audit_7" comes before "Teller Drawer"; of equal names the first received row.
  expect(made[1]).toStrictEqual({ rowsByName: Uint32Array.of(1, 0, 3, 4, 2) });
  return made;
}

/** The output of an indexer. */
async function madeBy(indexNames: IndexNames): Promise<readonly IndexPart[]> {
  const made: IndexPart[] = [];
  await new Promise<void>((resolve) =>
    indexNames(report(), (part) => {
      made.push(part);
      if ("rowsByName" in part) resolve();
    }),
  );
  return made;
}

/** A fake thread that receives messages synchronously; `fails` is the number of messages after which it breaks. */
class Thread implements IndexThread {
  onmessage: IndexThread["onmessage"] = null;
  onerror: IndexThread["onerror"] = null;
  onmessageerror: IndexThread["onmessageerror"] = null;
  ended = false;
  private readonly fails: number;
  private sent = 0;
  private readonly receive = receiveNames((message, transfer) => {
    this.onmessage?.(new MessageEvent("message", { data: structuredClone(message, { transfer }) }));
  });

  constructor(fails = Number.POSITIVE_INFINITY) {
    this.fails = fails;
  }

  postMessage(message: Parameters<IndexThread["postMessage"]>[0], transfer: Transferable[]): void {
    if (++this.sent < this.fails) this.receive(structuredClone(message, { transfer }));
    else if (this.sent === this.fails) {
      this.onerror?.({ preventDefault: () => {} } as ErrorEvent);
    }
  }

  terminate(): void {
    this.ended = true;
  }
}

describe("the index of names", () => {
  it("[APB-9] gives the same answers at whatever time it is built", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyLargerReport,
        fc.array(
          fc.tuple(
            fc.constantFrom("", "t", "te", "ell", "rte7", "34", "n=t", "é"),
            fc.constantFrom(null, ...EVERY_SORT),
            fc.nat(2),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        async (report, typed) => {
          let step = (): void => {};
          const driver = new CoreDriver(
            createAnalyticsCore((names, take) => {
              const steps = indexInSteps(names, take);
              step = () => void steps.next();
              return () => {};
            }),
          );
          await driver.load(report);
          for (const [text, sort, steps] of typed) {
            const { generation, ...view } = driver.ask({ text, sort });
            const { view: wanted, rows } = evaluate(report, [], driver.query);
            expect(view).toStrictEqual(wanted);
            const windows = [0, Math.floor(view.rowCount / 2)].map(
              (start) => [start, view.rowCount] as const,
            );
            for (const [start, end] of windows) {
              const window = driver.core.window(generation, { start, end });
              expect(window?.rows).toStrictEqual(rows.slice(start));
              for (let done = 0; done < steps; done++) step();
            }
          }
        },
      ),
      { seed: 20260105, numRuns: 150 },
    );
  });

  it("[APB-9] is built in this thread, and in another one from a copy, which then ends", async () => {
    expect(await madeBy(indexInSlices)).toStrictEqual(expected());
    const thread = new Thread();
    expect(await madeBy(indexInWorker(() => thread))).toStrictEqual(expected());
    expect(thread.ended).toBe(true);
  });

  it("[APB-9] is built in this thread if another cannot be started or fails", async () => {
    const none = indexInWorker(() => {
      throw new ReferenceError("Worker is not defined");
    });
    expect(await madeBy(none)).toStrictEqual(expected());
    for (let fails = 1; fails <= 4; fails++) {
      const thread = new Thread(fails);
      expect(await madeBy(indexInWorker(() => thread))).toStrictEqual(expected());
      expect(thread.ended).toBe(true);
    }
  });

  it("[RPT-2] is abandoned when another report replaces its own", async () => {
    const begun: number[] = [];
    const givenUp: number[] = [];
    const driver = new CoreDriver(
      createAnalyticsCore(({ names }) => {
        begun.push(names.offsets.length);
        return () => givenUp.push(names.offsets.length);
      }),
    );
    await driver.load(SMALL_REPORT);
    await loadReport(driver.core, new Uint8Array(3));
    expect([begun, givenUp]).toStrictEqual([[4], []]);
    await driver.load({ ...SMALL_REPORT, resourceInsights: [] });
    expect([begun, givenUp]).toStrictEqual([[4, 1], [4]]);
  });
});
