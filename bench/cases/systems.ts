/** Complete reads of connected systems on loopback: an OpenLDAP server, a SCIM service, and a PostgreSQL database. */
import type { Configuration } from "#server/connectors/contract.ts";
import { configurationOf, content } from "../../tests/server/connectors/ldap/content.ts";
import { startSlapd } from "../../tests/server/support/slapd.ts";
import type { ConnectorName } from "../connectors/readSystem.ts";
import { startScimService } from "../connectors/scimService.ts";
import { startTable } from "../connectors/table.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement } from "../harness/figures.ts";
import { runForked } from "../harness/fork.ts";

const MEMBERS = 5_000;

const FORKED = {
  module: new URL("../connectors/readSystem.ts", import.meta.url),
  work: "readSystem",
} as const;

/** Each run is a new process, whose peak of memory is its own. */
function readCase(
  connector: ConnectorName,
  describes: string,
  start: (rows: number, cleanup: Cleanup) => Promise<Configuration>,
): BenchCase {
  return {
    describes: `${describes} (the rows are its accounts)`,
    takes: "1 min",
    options: { rows: 200_000, runs: 1 },
    async open({ rows }, cleanup) {
      const configuration = await start(rows, cleanup);
      const options = { connector, configuration, rows };
      return { run: () => runForked<readonly Measurement[]>(FORKED, options, cleanup) };
    },
  };
}

export const ldapCase = readCase(
  "ldap",
  "a complete read of an LDAP directory and its groups; needs slapd",
  async (rows, cleanup) => {
    const slapd = await startSlapd(content(rows, Math.min(rows, MEMBERS)));
    cleanup.add(slapd.stop);
    return configurationOf(slapd);
  },
);

export const scimCase = readCase(
  "scim",
  "a complete read of a SCIM service that serves pages of 1,000 users",
  async (rows, cleanup) => {
    const { url, stop } = await startScimService(rows);
    cleanup.add(stop);
    return { url, authentication: "BEARER", token: "any" };
  },
);

export const sqlCase = readCase(
  "sql",
  "a complete read of a table with ten entitlements for each account; needs PostgreSQL",
  async (rows, cleanup) => (await startTable(rows, cleanup)).configuration,
);
