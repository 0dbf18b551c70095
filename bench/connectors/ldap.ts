/** One complete read of an LDAP server: accounts and then groups, in a process of its own. */
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import type { Configuration, ConnectorEnvironment } from "#server/connectors/contract.ts";
import type { Measurement } from "../harness/figures.ts";
import { peakMegabytes } from "../support/memory.ts";

export interface LdapBenchOptions {
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

export async function readDirectory({
  configuration,
  rows,
}: LdapBenchOptions): Promise<readonly Measurement[]> {
  const connection = await ldapConnector.open(configuration, SURROUNDINGS);
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
