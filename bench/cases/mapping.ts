/** Thirty mappings over all accounts of an HR system, as an administrator starts their preview, and over the first ones. */
import { setTimeout as sleep } from "node:timers/promises";
import type { MappingPreview, StoredPreview } from "#events/entities/mapping.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { fillAccounts } from "../mapping/fill.ts";
import { ApiClient } from "../support/apiClient.ts";
import { openSources, type DatabaseKind } from "../support/databaseSources.ts";
import { peakMegabytes, resetPeak } from "../support/memory.ts";
import { processorSeconds } from "../support/processor.ts";
import { startProduct } from "../support/product.ts";

const KINDS: readonly DatabaseKind[] = ["embedded", "PostgreSQL"];
const SAMPLES = 20;
const FIRST_ACCOUNTS = 100;
/** Milliseconds. */
const MAX_RUN = 1_800_000;
const PREVIEW = { direction: "inbound", mapping: null, mappingId: null };

interface Prepared {
  readonly kind: DatabaseKind;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly resourceId: string;
}

export const mappingCase: BenchCase = {
  describes: "30 field mappings over accounts (the rows): all of them, and the first 100",
  takes: "15 min",
  options: { rows: 1_000_000, runs: 1 },
  goals: ({ rows }) =>
    KINDS.flatMap((kind): Goal[] => [
      ...(rows === 1_000_000
        ? [{ figure: `${kind}, all accounts`, statistic: "value", atMost: 60 } as const]
        : []),
      { figure: `${kind}, first ${FIRST_ACCOUNTS} accounts`, statistic: "p95", atMost: 1000 },
    ]),
  async open({ rows }, cleanup) {
    const notes: string[] = [];
    const prepared: Prepared[] = [];
    for (const [kind, source] of await openSources("mapping-data", cleanup, notes)) {
      prepared.push(await prepare(kind, source, rows, cleanup));
    }
    return {
      notes,
      async run() {
        const figures: Measurement[] = [];
        for (const one of prepared) figures.push(...(await measure(one, { rows, notes }, cleanup)));
        return figures;
      },
    };
  },
};

async function prepare(
  kind: DatabaseKind,
  source: DatabaseSource,
  rows: number,
  cleanup: Cleanup,
): Promise<Prepared> {
  const dataDir = "url" in source ? cleanup.directory("mapping-product") : source.dataDir;
  const environment: Record<string, string> = "url" in source ? { DATABASE_URL: source.url } : {};
  const { url, stop } = await startProduct(dataDir, cleanup, environment);
  const api = await ApiClient.signIn(url);
  const { id: resourceId } = await api.json<ConnectedSystem>("POST", "/systems", {
    connectorId: 1,
    kind: "hr",
    name: "Bench",
    description: "",
    ownerId: null,
  });
  await stop();
  const { db, close } = await openDatabase(source);
  await fillAccounts(db, resourceId, rows);
  await close();
  return { kind, dataDir, environment, resourceId };
}

async function measure(
  { kind, dataDir, environment, resourceId }: Prepared,
  { rows, notes }: { readonly rows: number; readonly notes: string[] },
  cleanup: Cleanup,
): Promise<Measurement[]> {
  const { url, pid, stop } = await startProduct(dataDir, cleanup, environment);
  const api = await ApiClient.signIn(url);
  const place = `/resources/${resourceId}`;
  const firsts: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now();
    const preview = await api.json<MappingPreview>("POST", `${place}/mapping-preview`, {
      ...PREVIEW,
      contains: "",
    });
    firsts.push(performance.now() - start);
    // The server ends a preview that takes too long.
    if (preview.previewCount < FIRST_ACCOUNTS) {
      notes.push(`${kind}: a preview ended after ${preview.previewCount} accounts.`);
    }
  }
  resetPeak(pid);
  const processorStart = processorSeconds(pid);
  const start = performance.now();
  const { id } = await api.json<StoredPreview>("POST", `${place}/mapping-previews`, PREVIEW);
  for (;;) {
    const { preview } = await api.json<{ readonly preview: StoredPreview }>(
      "GET",
      `${place}/mapping-previews/latest?direction=inbound`,
    );
    if (preview.id === id && preview.status === "done") {
      check(preview, rows);
      break;
    }
    if (preview.status === "failed" || performance.now() - start > MAX_RUN) {
      throw new Error(`The preview of all accounts is ${preview.status}`);
    }
    await sleep(100);
  }
  const seconds = (performance.now() - start) / 1000;
  const processor = processorSeconds(pid) - processorStart;
  const megabytes = peakMegabytes(pid);
  await stop();
  return [
    { figure: `${kind}, first ${FIRST_ACCOUNTS} accounts`, unit: "ms", samples: firsts },
    { figure: `${kind}, all accounts`, unit: "s", samples: [seconds] },
    // Of the server, without a PostgreSQL of its own.
    { figure: `${kind}, processor time of the server`, unit: "s", samples: [processor] },
    { figure: `${kind}, most memory`, unit: "MB", samples: [megabytes] },
  ];
}

/** @throws Error unless the counts are those of the generated accounts. */
function check({ previewCount, resourcePreview }: StoredPreview, rows: number): void {
  const of = (target: string) => resourcePreview.find((one) => one.target === target);
  const isRight =
    previewCount === rows &&
    resourcePreview.length === 30 &&
    resourcePreview.every(({ failing }) => failing === 0) &&
    of("username")?.changed === rows &&
    // Every twentieth account describes nobody yet.
    of("extension/badge")?.changed === Math.floor(rows / 20);
  if (!isRight) throw new Error("The preview counts something else than the generated accounts");
}
