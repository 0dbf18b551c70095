/** One complete read of a connected system, class by class, in a process of its own. */
import type { Configuration, ConnectorEnvironment } from "#server/connectors/contract.ts";
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { sqlConnector } from "#server/connectors/sql/index.ts";
import type { Measurement } from "../harness/figures.ts";
import { peakMegabytes } from "../support/memory.ts";

const CONNECTORS = { ldap: ldapConnector, scim: scimConnector, sql: sqlConnector };
export type ConnectorName = keyof typeof CONNECTORS;

export interface ReadOptions {
  readonly connector: ConnectorName;
  readonly configuration: Configuration;
  readonly rows: number;
}

const PAGE_SIZE = 1_000;

const SURROUNDINGS: ConnectorEnvironment = {
  signal: new AbortController().signal,
  answerTime: 60_000,
  openFile: (id) => Promise.reject(new Error(`There is no file ${id}`)),
  resolveHost: async (host) => ({ address: host, family: 4 }),
};

export async function readSystem({
  connector,
  configuration,
  rows,
}: ReadOptions): Promise<readonly Measurement[]> {
  const connection = await CONNECTORS[connector].open(configuration, SURROUNDINGS);
  const classes = await connection.discoverSchema();
  const heapBefore = heapMegabytes();
  const peakBefore = peakMegabytes(process.pid);
  const measured: Measurement[] = [];
  for (const objectClass of classes) {
    const start = performance.now();
    const pages = connection.search(objectClass, PAGE_SIZE);
    let count = 0;
    let next = await pages.next();
    for (; !next.done; next = await pages.next()) count += next.value.length;
    if (!next.value.complete) throw next.value.problem ?? new Error("The read is incomplete");
    if (objectClass.role === "account" && count !== rows) {
      throw new Error(`${count} of ${rows} accounts were read`);
    }
    const seconds = (performance.now() - start) / 1000;
    measured.push({ figure: `${objectClass.role}s: time`, unit: "s", samples: [seconds] });
  }
  measured.push(
    {
      figure: "most memory, more than before",
      unit: "MB",
      samples: [peakMegabytes(process.pid) - peakBefore],
    },
    {
      figure: "heap that stays until the connection is closed",
      unit: "MB",
      samples: [heapMegabytes() - heapBefore],
    },
  );
  await connection.close();
  return measured;
}

function heapMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}
