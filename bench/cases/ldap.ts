/** Reads that many accounts, and a group with 5,000 members, from a private OpenLDAP server. */
import { content, GROUPS, PEOPLE, READER } from "../../tests/server/connectors/ldap/content.ts";
import { startSlapd } from "../../tests/server/support/slapd.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Measurement } from "../harness/figures.ts";
import { runForked } from "../harness/fork.ts";

const MEMBERS = 5_000;

/** Each run is a new process, whose peak of memory is its own. */
export const ldapCase: BenchCase = {
  describes: "a complete read of an LDAP directory (the rows are its accounts); needs slapd",
  takes: "1 min",
  options: { rows: 200_000, runs: 1 },
  async open({ rows }, cleanup) {
    const slapd = await startSlapd(content(rows, Math.min(rows, MEMBERS)));
    cleanup.add(slapd.stop);
    const configuration = {
      vendor: "OPENLDAP",
      host: "127.0.0.1",
      port: slapd.port,
      security: "NONE",
      bindDn: READER.dn,
      password: READER.password,
      baseDn: PEOPLE,
      groupBaseDn: GROUPS,
      pageSize: 1_000,
    };
    return {
      run: () => runForked<readonly Measurement[]>(FORKED, { configuration, rows }, cleanup),
    };
  },
};

const FORKED = {
  module: new URL("../connectors/ldap.ts", import.meta.url),
  work: "readDirectory",
} as const;
