/** Shared support for tests that import into their own clients. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { beforeEach } from "vitest";
import type { Database } from "#server/db/schema.ts";
import { importDirectory, type ImportRequest } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import type { ImportResult } from "#server/import/types.ts";
import { eachDatabase } from "./databases.ts";
import { takeSnapshot } from "./directorySnapshot.ts";

const IDENTITIES = ["id", "username", "jobTitle", "department", "location", "badge"];
const ACCESS = ["identityId", "resource", "account", "entitlement"];

export const people = (...rows: string[][]) => rowsTable("identities.csv", IDENTITIES, rows);
export const holdings = (...rows: string[][]) => rowsTable("access.csv", ACCESS, rows);

/** Three people, one of them without an account; an orphaned account; and an account alone. */
export const bank = (): Pick<ImportRequest, "identities" | "access"> => ({
  identities: people(
    ["a", "anna", "Teller", "Retail", "Oslo", "7"],
    ["b", "bo", "Teller", "Retail", "", ""],
    ["c", "cy", "Clerk", "", "Oslo", "9"],
  ),
  access: holdings(
    ["a", "Core", "a1", "Read"],
    ["a", "Core", "a1", "Write"],
    ["a", "Core", "a2", "Read"],
    ["b", "Core", "b1", "Read"],
    ["b", "Mail", "b1", ""],
    ["", "Mail", "shared", "Send"],
  ),
});

/** Counts of each kind: added, updated, unchanged, removed and rejected. */
export const counts = (result: ImportResult) =>
  Object.fromEntries(
    (["identities", "orgs", "resources", "accounts", "entitlements", "assignments"] as const).map(
      (name) => {
        const { added, updated, unchanged, removed, rejected } = result[name];
        return [name, [added, updated, unchanged, removed, rejected]];
      },
    ),
  );

/** The counts of an import without records. */
export const EMPTY_COUNTS = {
  identities: [0, 0, 0, 0, 0],
  orgs: [0, 0, 0, 0, 0],
  resources: [0, 0, 0, 0, 0],
  accounts: [0, 0, 0, 0, 0],
  entitlements: [0, 0, 0, 0, 0],
  assignments: [0, 0, 0, 0, 0],
};

/** Runs a block's tests on both databases, each test with its own client. */
export function eachImport(register: (on: ReturnType<typeof createImporting>) => void): void {
  eachDatabase((database) => {
    const on = createImporting(() => database.current.db);
    beforeEach(() => {
      on.client = randomUUID();
    });
    register(on);
  });
}

function createImporting(current: () => Kysely<Database>) {
  const on = {
    get db() {
      return current();
    },
    /** The name of the client to import into. */
    client: "",
    run: (request: ImportRequest) => importDirectory(on.db, { client: on.client, ...request }),
    snapshot: () => takeSnapshot(on.db, on.client),
    clientId: async () => {
      const { id } = await on.db
        .selectFrom("clients")
        .select("id")
        .where("name", "=", on.client)
        .executeTakeFirstOrThrow();
      return id;
    },
    audits: async () =>
      on.db
        .selectFrom("audit")
        .selectAll()
        .where("client_id", "=", await on.clientId())
        .execute(),
  };
  return on;
}
