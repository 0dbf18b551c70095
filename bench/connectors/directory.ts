/** A private OpenLDAP server with accounts that were last changed long ago. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Configuration } from "#server/connectors/contract.ts";
import {
  backdated,
  configurationOf,
  content,
  PEOPLE,
} from "../../tests/server/connectors/ldap/content.ts";
import { ROOT, startSlapd } from "../../tests/server/support/slapd.ts";
import type { Cleanup } from "../harness/cleanup.ts";

const MEMBERS = 5_000;

export interface Directory {
  readonly configuration: Configuration;
  /** Gives another address to so many accounts. */
  change(accounts: number): Promise<void>;
}

export async function startDirectory(rows: number, cleanup: Cleanup): Promise<Directory> {
  const text = content(rows, Math.min(rows, MEMBERS));
  const slapd = await startSlapd(backdated(text));
  cleanup.add(slapd.stop);
  return {
    configuration: configurationOf(slapd),
    change: async (accounts) => {
      const client = spawn(
        "ldapmodify",
        ["-x", "-H", `ldap://127.0.0.1:${slapd.port}`, "-D", ROOT.dn, "-w", ROOT.password],
        { stdio: ["pipe", "ignore", "inherit"] },
      );
      const exited = once(client, "exit");
      for (let at = 0; at < accounts; at++) {
        client.stdin.write(
          `dn: uid=user${at},${PEOPLE}\nchangetype: modify\nreplace: mail\nmail: changed${at}@example.test\n\n`,
        );
      }
      client.stdin.end();
      const [code] = (await exited) as [number | null];
      if (code !== 0) throw new Error(`ldapmodify ended with ${code}`);
    },
  };
}
