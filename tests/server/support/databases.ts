/** Runs the tests of a block on both databases. */
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { openDatabase, type DatabaseSource, type OpenDatabase } from "#server/db/open.ts";
import { refuseLocksOutOfOrder } from "./lockOrder.ts";

refuseLocksOutOfOrder();

const TEMPLATE = "provision_template";

export interface TestDatabase {
  readonly kind: OpenDatabase["kind"];
  /** Open from before the block's first test to after its last. All its tables are empty at first. */
  readonly current: OpenDatabase;
  /** Where it is, e.g. to start a server on it. The embedded one must be closed before another process opens it. */
  readonly source: DatabaseSource;
  /** Closes `current` and opens it again, as a new start of the server would. */
  reopen(): Promise<OpenDatabase>;
}

interface Place {
  source: DatabaseSource;
  remove(): Promise<void>;
}

/** A data directory with an empty, migrated database. */
export function copyEmbedded(): { dataDir: string; remove(): Promise<void> } {
  const dataDir = mkdtempSync(join(tmpdir(), "provision-data-"));
  cpSync(inject("embeddedTemplate"), dataDir, { recursive: true });
  return {
    dataDir,
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/**
 * An empty, migrated database on the cluster. Throws where there is no PostgreSQL.
 * @param made of CREATE DATABASE, for a database of another kind.
 */
export async function copyPostgres(
  made = `template ${TEMPLATE}`,
): Promise<{ url: string; remove(): Promise<void> }> {
  const clusterUrl = inject("postgresUrl");
  if (clusterUrl === null) throw new Error("There is no PostgreSQL on this system");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(`create database ${name} ${made}`);
  const url = new URL(clusterUrl);
  url.pathname = name;
  return { url: url.href, remove: () => administer(`drop database ${name} with (force)`) };
}

async function place(kind: OpenDatabase["kind"]): Promise<Place> {
  if (kind === "postgres") {
    const { url, remove } = await copyPostgres();
    return { source: { url }, remove };
  }
  const { dataDir, remove } = copyEmbedded();
  return { source: { dataDir }, remove };
}

/**
 * Defines the tests once for each database: `eachDatabase((database) => { test('…', () => database.current.db …) })`.
 * Where there is no PostgreSQL its block is reported as skipped.
 */
export function eachDatabase(define: (database: TestDatabase) => void): void {
  for (const kind of ["embedded", "postgres"] as const) {
    const absent = kind === "postgres" && inject("postgresUrl") === null;
    const title = kind === "embedded" ? "on the embedded database" : "on PostgreSQL";
    describe.skipIf(absent)(title, () => {
      let at: Place | undefined;
      let current: OpenDatabase | undefined;
      const opened = <T>(value: T | undefined): T => {
        if (value === undefined)
          throw new Error("The database is open during tests and hooks only");
        return value;
      };
      beforeAll(async () => {
        at = await place(kind);
        current = await openDatabase(at.source);
      }, 60_000);
      afterAll(async () => {
        await current?.close();
        await at?.remove();
      }, 60_000);
      define({
        kind,
        get current() {
          return opened(current);
        },
        get source() {
          return opened(at).source;
        },
        reopen: async () => {
          await opened(current).close();
          current = await openDatabase(opened(at).source);
          return current;
        },
      });
    });
  }
}

/** `test` for what is so on PostgreSQL alone; on the other database there is no such test. */
export function onPostgres({
  kind,
}: TestDatabase): (title: string, body: () => Promise<void>) => void {
  return kind === "postgres" ? test : () => undefined;
}
