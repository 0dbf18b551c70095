/**
 * Imports an LDAP directory and a SQL table on the embedded database: first everything, then the changes of 1 % of the
 * accounts. Measures other requests during each import.
 */
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { Configuration } from "#server/connectors/contract.ts";
import { startDirectory } from "../connectors/directory.ts";
import { configure, measureRun, shareOfFirst } from "../connectors/importRun.ts";
import { startTable } from "../connectors/table.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { startProduct } from "../support/product.ts";

const FIRST = "first run";
const CHANGES = "changes of 1 %";
const SYSTEMS = {
  LDAP: { connectorId: 2, start: startDirectory },
  SQL: { connectorId: 4, start: startTable },
} as const;

export const changesCase: BenchCase = {
  describes: "an import of the changes of 1 % of the accounts (the rows) over LDAP and SQL",
  takes: "2 min",
  options: { rows: 100_000, runs: 1 },
  goals: () =>
    Object.keys(SYSTEMS).flatMap((system): Goal[] => [
      {
        figure: `${system}, ${CHANGES}: share of the first run's time`,
        statistic: "value",
        atMost: 5,
      },
      ...[FIRST, CHANGES].map((name): Goal => ({
        figure: `${system}, ${name}: other requests`,
        statistic: "p99",
        atMost: 250,
      })),
    ]),
  async open({ rows }, cleanup) {
    return {
      async run() {
        const figures: Measurement[] = [];
        for (const [name, { connectorId, start }] of Object.entries(SYSTEMS)) {
          const { configuration, change } = await start(rows, cleanup);
          const measured = await measure(cleanup, {
            connectorId,
            configuration,
            change: () => change(Math.floor(rows / 100)),
          });
          figures.push(...measured.map((one) => ({ ...one, figure: `${name}, ${one.figure}` })));
        }
        return figures;
      },
    };
  },
};

async function measure(
  cleanup: Cleanup,
  {
    connectorId,
    configuration: { password = "", ...values },
    change,
  }: {
    readonly connectorId: number;
    readonly configuration: Configuration;
    readonly change: () => Promise<void>;
  },
): Promise<Measurement[]> {
  const { url, stop } = await startProduct(cleanup.directory("changes-data"), cleanup, {
    PROVISION_CONNECTOR_HOSTS: "127.0.0.1,localhost",
  });
  const api = await ApiClient.signIn(url);
  const system = await api.json<ConnectedSystem>("POST", "/systems", {
    connectorId,
    kind: "export",
    name: "Bench",
    description: "",
    ownerId: null,
  });
  await configure(api, system.id, { values, secrets: { password } });
  const figures = await measureRun(api, system.id, { name: FIRST, kind: "full" });
  await change();
  figures.push(...(await measureRun(api, system.id, { name: CHANGES, kind: "changes" })));
  await stop();
  return [...figures, shareOfFirst(figures, { name: CHANGES, first: FIRST })];
}
