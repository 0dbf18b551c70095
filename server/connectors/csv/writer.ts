/**
 * Changes the accounts of a table file in the watched directory. Changes that are requested together are written as one
 * new version of the file. It is read back before it replaces the old version.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { TableRecord } from "../../import/types.ts";
import { ConnectorError, type OpenFile, type SystemObject, type Writer } from "../contract.ts";
import { accountOf, changeRows, newId, type Change, type Rows, type Sheet } from "./changeRows.ts";
import type { CsvSettings } from "./fields.ts";
import { FileChangedError, retryIfChanged } from "./fileChanged.ts";
import { openFolderFile } from "./folder.ts";
import { openTable, type OpenTable, type TableLimits } from "./openTable.ts";
import { replaceFolderFile, type FolderPlace } from "./replaceFile.ts";
import { writeVersion } from "./rewrite.ts";
import { surveyTable, type Survey } from "./survey.ts";

/** Changes of a version. The rows of their accounts are in memory. */
const BATCH_SIZE = 1000;

export interface FileWriting {
  readonly place: FolderPlace;
  readonly settings: CsvSettings;
  readonly limits: TableLimits;
  readonly signal: AbortSignal;
}

/** The object after a change, which is null if it was removed. */
type Outcome = { readonly object: SystemObject | null } | { readonly error: unknown };

interface Waiting {
  readonly change: Change;
  readonly settle: (outcome: Outcome) => void;
}

export interface FileWriter extends Writer {
  /** Ends when all requested changes are written or refused. */
  close(): Promise<void>;
}

export function createWriter(writing: FileWriting): FileWriter {
  const waiting: Waiting[] = [];
  let work: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    // Changes that are requested together come first.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE);
      const changes = batch.map(({ change }) => change);
      const outcomes = await retryIfChanged(() => writeBatch(writing, changes)).catch(
        (error: unknown) => batch.map(() => ({ error })),
      );
      batch.forEach(({ settle }, at) =>
        settle(outcomes[at] ?? { error: new Error("A change has no outcome") }),
      );
    }
    work = null;
  }

  function request(change: Change): Promise<SystemObject | null> {
    return new Promise((resolve, reject) => {
      waiting.push({
        change,
        settle: (outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.object)),
      });
      work ??= writeAll();
    });
  }

  async function requestObject(change: Change): Promise<SystemObject> {
    const object = await request(change);
    if (object === null) throw new Error(`The account ${change.id} was not kept`);
    return object;
  }

  return {
    batchSize: BATCH_SIZE,
    entitlementAttribute: async () => writing.settings.entitlementColumn,
    create: async (_objectClass, attributes) => {
      const id = newId(writing.settings.idColumn, attributes);
      return requestObject({ type: "create", id, attributes });
    },
    update: ({ id }, delta, when) => requestObject({ type: "update", id, delta, when }),
    setActive: ({ id }, active, when) => requestObject({ type: "setActive", id, active, when }),
    remove: async ({ id }, when) => {
      await request({ type: "remove", id, when });
    },
    close: async () => {
      await work;
    },
  };
}

/** @throws FileChangedError; ConnectorError. Nothing was written then. */
async function writeBatch(
  writing: FileWriting,
  changes: readonly Change[],
): Promise<readonly Outcome[]> {
  const { place, settings, limits } = writing;
  const ids = new Set(changes.map(({ id }) => id));
  const file = await openFolderFile(place.folder, place.path);
  const { state } = file;
  const survey = await readThrough(writing, file, (table, batches) =>
    surveyTable(table, batches, settings, ids),
  );
  const sheet = { columns: survey.columns, settings, charset: survey.format.charset };
  const { outcomes, changed } = decide(sheet, survey, changes);
  if (changed.size === 0) return outcomes;
  await replaceFolderFile(place, state, async (target, path) => {
    const again = await openFolderFile(place.folder, place.path);
    await readThrough(writing, again, async (table, batches) => {
      if (again.state !== state) throw new FileChangedError();
      await writeVersion(target, table, batches, survey, changed, limits.maxBytes);
    });
    await verify(writing, path, { sheet, survey, changed });
    if (writing.signal.aborted) throw timedOut();
  });
  return outcomes;
}

interface Decided {
  readonly outcomes: readonly Outcome[];
  /** The rows of accounts that differ from those of the file. */
  readonly changed: ReadonlyMap<string, Rows>;
}

function decide(sheet: Sheet, { records }: Survey, changes: readonly Change[]): Decided {
  const changed = new Map<string, Rows>();
  const outcomes = changes.map((change): Outcome => {
    const rows =
      changed.get(change.id) ??
      (records.get(change.id) ?? []).map(({ values }, origin) => ({ values, origin }));
    try {
      const next = changeRows(sheet, rows, change);
      if (next !== rows) changed.set(change.id, next);
      return { object: accountOf(sheet, change.id, next) };
    } catch (error) {
      return { error };
    }
  });
  for (const [id, rows] of changed) {
    if (rows.length === 0 && !records.has(id)) changed.delete(id);
  }
  return { outcomes, changed };
}

/** Reads the new version like any file, so that nothing replaces the old one that an import would read differently. */
async function verify(
  writing: FileWriting,
  path: string,
  {
    sheet,
    survey,
    changed,
  }: Omit<Decided, "outcomes"> & {
    readonly sheet: Sheet;
    readonly survey: Survey;
  },
): Promise<void> {
  const { settings } = writing;
  const { size } = await stat(path);
  const file = { name: basename(writing.place.path), size, content: createReadStream(path) };
  const found = await readThrough(writing, file, (table, batches) =>
    surveyTable(table, batches, settings, new Set(changed.keys())),
  );
  let rowCount = survey.rowCount;
  for (const [id, rows] of changed) {
    rowCount += rows.length - (survey.records.get(id)?.length ?? 0);
    const stored = (found.records.get(id) ?? []).map(({ values }) => ({ values, origin: null }));
    const [wanted, read] = [rows, stored].map((of) => JSON.stringify(accountOf(sheet, id, of)));
    if (wanted !== read) throw readsDifferently(`The account ${id}`);
  }
  if (found.rowCount !== rowCount) throw readsDifferently("The number of rows");
  const [before, after] = [survey, found].map((one) => JSON.stringify([one.columns, one.format]));
  if (before !== after) throw readsDifferently("The file");
}

function readsDifferently(what: string): ConnectorError {
  const detail = `${what} would read back differently. Choose the separator and the encoding of the file.`;
  return new ConnectorError("valueRefused", "read", detail);
}

function timedOut(): ConnectorError {
  return new ConnectorError("timedOut", "read", "The file was not written in time");
}

async function readThrough<Result>(
  { settings, limits, signal }: FileWriting,
  file: OpenFile,
  work: (table: OpenTable, batches: AsyncIterable<readonly TableRecord[]>) => Promise<Result>,
): Promise<Result> {
  const table = await openTable(file, settings, limits, true);
  async function* batches() {
    for await (const batch of table.batches()) {
      if (signal.aborted) throw timedOut();
      yield batch;
    }
  }
  try {
    return await work(table, batches());
  } finally {
    await table.close();
  }
}
