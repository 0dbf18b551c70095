/**
 * Imports accounts with ten assignments each from a CSV file of a watched folder, as an administrator's browser starts
 * it, while other requests are answered: the first run, one without changes, and one with changes of 1 %. Both on the
 * embedded database and on PostgreSQL.
 */
import { once } from "node:events";
import { createWriteStream, existsSync, linkSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { DatabaseSource } from "#server/db/open.ts";
import { configure, measureRun, shareOfFirst } from "../connectors/importRun.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { openSources, type DatabaseKind } from "../support/databaseSources.ts";
import { peakMegabytes, resetPeak } from "../support/memory.ts";
import { startProduct } from "../support/product.ts";

const KINDS: readonly DatabaseKind[] = ["embedded", "PostgreSQL"];
const ENTITLEMENTS = 2_000;
const HELD = 10;
const TABLE = {
  source: "FOLDER",
  idColumn: "id",
  nameColumn: "login",
  entitlementColumn: "rights",
  entitlementLayout: "MULTIPLE_IN_CELL",
  separator: ";",
};
const FIRST = "first run";
const UNCHANGED = "run without changes";
const CHANGED = "run with changes of 1 %";

export const connectorsCase: BenchCase = {
  describes: `accounts (the rows) with ${HELD} assignments each from a CSV file, over the wire`,
  takes: "20 min",
  options: { rows: 1_000_000, runs: 1 },
  goals: ({ rows }) =>
    KINDS.flatMap((kind): Goal[] => [
      ...[FIRST, UNCHANGED, CHANGED].map((name): Goal => ({
        figure: `${kind}, ${name}: other requests`,
        statistic: "p99",
        atMost: 250,
      })),
      {
        figure: `${kind}, ${UNCHANGED}: share of the first run's time`,
        statistic: "value",
        atMost: 100 / 3,
      },
      ...(rows === 1_000_000
        ? ([
            { figure: `${kind}, ${FIRST}: time`, statistic: "value", atMost: 90 },
            { figure: `${kind}, most memory`, statistic: "value", atMost: 600 },
          ] satisfies Goal[])
        : []),
    ]),
  async open({ rows }, cleanup) {
    const folder = cleanup.directory("connectors-folder");
    const first = join(folder, "first.csv");
    const second = join(folder, "second.csv");
    await writeAccounts(first, rows, 0);
    await writeAccounts(second, rows, Math.floor(rows / 100));
    const notes: string[] = [];
    return {
      notes,
      async run() {
        notes.length = 0;
        const figures: Measurement[] = [];
        for (const [kind, source] of await openSources("connectors-data", cleanup, notes)) {
          const measured = await measure(folder, source, cleanup);
          figures.push(...measured.map((one) => ({ ...one, figure: `${kind}, ${one.figure}` })));
        }
        return figures;
      },
    };
  },
};

async function measure(
  folder: string,
  source: DatabaseSource,
  cleanup: Cleanup,
): Promise<Measurement[]> {
  const dataDir = "url" in source ? cleanup.directory("connectors-data") : source.dataDir;
  const { url, pid, stop } = await startProduct(dataDir, cleanup, {
    PROVISION_CONNECTOR_FOLDER: folder,
    ...("url" in source && { DATABASE_URL: source.url }),
  });
  const api = await ApiClient.signIn(url);
  // The server reads only the client's own directory of the folder.
  const ofClient = join(folder, api.clientId);
  mkdirSync(ofClient, { recursive: true });
  for (const name of ["first.csv", "second.csv"]) {
    if (!existsSync(join(ofClient, name))) linkSync(join(folder, name), join(ofClient, name));
  }
  const system = await api.json<ConnectedSystem>("POST", "/systems", {
    connectorId: 1,
    kind: "export",
    name: "Bench",
    description: "",
    ownerId: null,
  });
  resetPeak(pid);
  const figures: Measurement[] = [];
  for (const [name, path] of [
    [FIRST, "first.csv"],
    [UNCHANGED, "first.csv"],
    [CHANGED, "second.csv"],
  ] as const) {
    await configure(api, system.id, { values: { ...TABLE, path }, secrets: {} });
    figures.push(...(await measureRun(api, system.id, { name, kind: "full" })));
  }
  figures.push(shareOfFirst(figures, { name: UNCHANGED, first: FIRST }));
  figures.push({ figure: "most memory", unit: "MB", samples: [peakMegabytes(pid)] });
  await stop();
  return figures;
}

/** @param changed how many accounts hold other entitlements than in a file without changes. */
async function writeAccounts(path: string, rows: number, changed: number): Promise<void> {
  const file = createWriteStream(path);
  let text = "id,login,rights\n";
  for (let account = 0; account < rows; account++) {
    const shift = account < changed ? 1 : 0;
    const rights = Array.from(
      { length: HELD },
      (_, at) => `Right ${(account * 7 + at * 191 + shift) % ENTITLEMENTS}`,
    );
    text += `${account},user${account},${rights.join(";")}\n`;
    if (text.length < 1_000_000) continue;
    if (!file.write(text)) await once(file, "drain");
    text = "";
  }
  file.end(text);
  await once(file, "close");
}
