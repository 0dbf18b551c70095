/** A table file in the client's directory, which Provision imports and writes to. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { outboundDraft } from "../mappings/support.ts";
import { temporaryFiles } from "../support/csv.ts";
import type { TestDatabase } from "../support/databases.ts";
import { useLiveSystems, type SystemPlan } from "./liveSystem.ts";

/** The system whose accounts are the rows of a file. Its column `login` has the id and the owner's username. */
export const tablePlan = (
  name: string,
  mappings: SystemPlan["mappings"],
  values: SystemPlan["values"] = {},
): SystemPlan => ({
  connectorId: 1,
  kind: "export",
  values: { source: "FOLDER", path: name, idColumn: "login", writable: true, ...values },
  secrets: {},
  owner: "login",
  mappings,
});

/** Settings of a table with one entitlement per row, in its column `right`. */
export const ONE_PER_ROW: SystemPlan["values"] = {
  delimiter: "AUTO",
  encoding: "AUTO",
  entitlementColumn: "right",
  entitlementLayout: "ONE_PER_ROW",
};

/** Mappings set `login` from the username and `given` from the given name. Each row has one entitlement. */
export const givenNamePlan = (name: string, values: SystemPlan["values"] = {}): SystemPlan =>
  tablePlan(
    name,
    [
      outboundDraft("username", "account/login"),
      outboundDraft("givenName", "account/given", { tolerant: false }),
    ],
    { ...ONE_PER_ROW, ...values },
  );

/** Call it once in a block of tests. */
export function useLiveTables(database: TestDatabase) {
  const { directory: folder } = temporaryFiles();
  const live = useLiveSystems(database, { connectorFolder: folder });
  const pathOf = (name: string) => join(folder, live.directory.clientId, name);
  return {
    live,
    read: (name: string) => readFileSync(pathOf(name), "utf8"),
    write: (name: string, content: string) => {
      mkdirSync(dirname(pathOf(name)), { recursive: true });
      writeFileSync(pathOf(name), content);
    },
  };
}
