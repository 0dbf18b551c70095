/**
 * Kills a server while it undoes imports of files: each undo is whole, and each acknowledged one is there and audited.
 * `PROVISION_KILLS=200` kills that often on each database.
 */
import { expect } from "vitest";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import {
  get,
  MAX_ALL_WRITES,
  send,
  testKillsWhileWriting,
  type WriteKind,
} from "./support/kills.ts";

/** Imports that can be undone; the first one stays. Each adds a person, an account and an entitlement. */
const IMPORTS = MAX_ALL_WRITES;

interface ListedImport {
  readonly id: string;
  readonly status: string;
}

interface Counts {
  readonly identities: number;
  readonly accounts: number;
  readonly entitlements: number;
}

async function fill(source: DatabaseSource): Promise<void> {
  const { db, close } = await openDatabase(source);
  try {
    for (let no = 0; no <= IMPORTS; no += 1) {
      await importDirectory(db, {
        client: "Bank",
        identities: rowsTable("identities", ["id", "jobTitle"], [[`p${no}`, `Job ${no}`]]),
        access: rowsTable(
          "access",
          ["identityId", "resource", "account", "entitlement"],
          [[`p${no}`, "R", `a${no}`, `E${no}`]],
        ),
      });
    }
  } finally {
    await close();
  }
}

const UNDO: WriteKind = {
  call: "import/undoImport",
  write: async (place, n) => {
    // The newest first: an older import's resource has accounts of later ones.
    const { _embedded } = await get<{
      readonly _embedded: { readonly imports: readonly ListedImport[] };
    }>(place, `${place.base}/import-history?page=${n - 1}&size=1`);
    const [newest] = _embedded.imports;
    expect(newest?.status).toBe("done");
    await send(place, "POST", `${place.base}/import-history/${newest?.id}/undo`, {});
  },
  read: async (place) => {
    const { identities, accounts, entitlements } = await get<Counts>(place, `${place.base}/counts`);
    expect([accounts, entitlements]).toEqual([identities, identities]);
    return IMPORTS + 1 - identities;
  },
};

testKillsWhileWriting("undone imports of files are whole and audited", async (source) => {
  await fill(source);
  return [UNDO];
});
