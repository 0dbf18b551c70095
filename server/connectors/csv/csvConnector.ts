/**
 * Reads accounts and their entitlements from a table file that was uploaded or lies in a watched directory. The file of a
 * directory can be written, too.
 */
import { join } from "node:path";
import type { FileFormat } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { Config } from "../../config.ts";
import {
  ConnectorError,
  type Connection,
  type Connector,
  type OpenFile,
  type Pages,
  type ReadEnd,
  type ConnectorEnvironment,
  type SystemFolder,
  type SystemObject,
} from "../contract.ts";
import {
  describeColumns,
  findColumns,
  Problems,
  readGroups,
  readRows,
  RowGroups,
} from "./accounts.ts";
import { csvFields, readSettings, type CsvSettings } from "./fields.ts";
import { createFinder } from "./finder.ts";
import { openFolderFile, readStates, type FileStates } from "./folder.ts";
import { openTable, type OpenTable, type TableLimits } from "./openTable.ts";
import { createWriter, type FileWriter } from "./writer.ts";

type CsvConfig = Pick<Config, "connectorFolder" | "dataDirectory" | "importMegabytes">;

const READS = { paging: true, sync: false, associations: true } as const;

export function createCsvConnector(config: CsvConfig): Connector {
  const limits = {
    maxBytes: config.importMegabytes * 1_000_000,
    spool: join(config.dataDirectory, "tables"),
  };
  const writesFiles = config.connectorFolder !== null;
  return {
    id: 1,
    key: "csv",
    kinds: ["hr", "export", "manual"],
    tags: ["file", "hr"],
    available: true,
    capabilities: { ...READS, write: writesFiles, activation: writesFiles },
    configuredCapabilities: (configuration) => {
      const { isWritable, statusValues } = readSettings(configuration);
      return {
        ...READS,
        write: writesFiles && isWritable,
        activation: writesFiles && statusValues !== null,
      };
    },
    fields: csvFields(writesFiles),
    authorization: null,
    describeFile: async (configuration, environment) => {
      const connection = new CsvConnection(readSettings(configuration), environment, limits);
      try {
        return await connection.describe();
      } finally {
        await connection.close();
      }
    },
    watchedState: async (configuration, folder) => {
      const { path, isWatched } = readSettings(configuration);
      return path === null || !isWatched
        ? null
        : watchedState(path, await readStates(folder, path));
    },
    open: async (configuration, environment) =>
      new CsvConnection(readSettings(configuration), environment, limits),
  };
}

class CsvConnection implements Connection {
  readonly sync = null;
  readonly writer: FileWriter | null;
  readonly #settings: CsvSettings;
  readonly #environment: ConnectorEnvironment;
  readonly #folder: SystemFolder | null;
  readonly #limits: TableLimits;
  readonly #open = new Set<OpenTable>();

  constructor(settings: CsvSettings, environment: ConnectorEnvironment, limits: TableLimits) {
    this.#settings = settings;
    this.#environment = environment;
    const { folder = null } = environment;
    this.#folder = folder;
    this.#limits = limits;
    const { isWritable, path } = settings;
    const { signal } = environment;
    const find = createFinder({
      accounts: (problems) => this.#accounts(problems),
      state: async () => (await this.#readStates())?.state ?? null,
    });
    this.writer =
      isWritable && folder !== null && path !== null
        ? {
            ...createWriter({ place: { folder, path }, settings, limits, signal }),
            find: (_objectClass, key) => find(key),
          }
        : null;
  }

  async test() {
    return this.#withTable(async (table) => {
      findColumns(table.columns, this.#settings);
      const batches = table.batches();
      await batches.next();
      await batches.return();
      return ["find", "read"] as const;
    });
  }

  async describe(): Promise<FileFormat> {
    return this.#withTable(async ({ columns, text }) => ({
      columns: [...columns],
      text: text && text.format,
    }));
  }

  async discoverSchema(): Promise<readonly ObjectClass[]> {
    return this.#withTable(async ({ columns }) => [
      describeColumns(findColumns(columns, this.#settings), this.#settings),
    ]);
  }

  /** A damaged file yields what can be read of it, and ends incomplete. */
  async *search(_objectClass: ObjectClass, pageSize: number): Pages {
    const problems = new Problems();
    try {
      const before = await this.#readStates();
      let page: SystemObject[] = [];
      for await (const account of this.#accounts(problems)) {
        page.push(account);
        if (page.length < pageSize) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
      const after = await this.#readStates();
      if (before?.state !== after?.state) {
        return ended(
          new ConnectorError("fileChanging", "read", "The file changed while it was read"),
        );
      }
      const { path, isWatched } = this.#settings;
      const watched =
        isWatched && path !== null && after !== null ? watchedState(path, after) : null;
      return ended(problems.first, watched);
    } catch (error) {
      if (error instanceof ConnectorError && error.step === "read" && error.remedy !== "timedOut") {
        return ended(error);
      }
      throw error;
    }
  }

  async *#accounts(problems: Problems): AsyncGenerator<SystemObject, void, undefined> {
    const settings = this.#settings;
    const isGrouped = settings.entitlementColumn !== null && settings.separator === null;
    let groups: RowGroups | null = null;
    if (isGrouped) {
      groups = await this.#withTable((table) =>
        RowGroups.read(this.#batches(table), findColumns(table.columns, settings), problems),
      );
    }
    const table = await this.#openTable();
    try {
      const columns = findColumns(table.columns, settings);
      const batches = this.#batches(table);
      yield* groups === null
        ? readRows(batches, columns, settings, problems)
        : readGroups(batches, columns, settings, groups, problems);
    } finally {
      await this.#closeTable(table);
    }
  }

  /** Ends when the operation is cancelled. */
  async *#batches(table: OpenTable) {
    for await (const batch of table.batches()) {
      if (this.#environment.signal.aborted) {
        throw new ConnectorError("timedOut", "read", "The file was not read in time");
      }
      yield batch;
    }
  }

  /** Null for an uploaded file, which never changes. */
  async #readStates(): Promise<FileStates | null> {
    const { path } = this.#settings;
    return path === null ? null : readStates(this.#requireFolder(), path);
  }

  async #openFile(): Promise<OpenFile> {
    const { file, path } = this.#settings;
    const { fileState } = this.#environment;
    if (path === null) return this.#environment.openFile(file ?? "");
    const found = await openFolderFile(this.#requireFolder(), path);
    if (fileState === undefined || watchedState(path, found) === fileState) return found;
    found.content.destroy();
    throw new ConnectorError("fileChanging", "find", "There is a newer version of the file");
  }

  #requireFolder(): SystemFolder {
    if (this.#folder !== null) return this.#folder;
    throw new ConnectorError("notAllowed", "find", "This server reads uploaded files only");
  }

  async #openTable(): Promise<OpenTable> {
    const table = await openTable(await this.#openFile(), this.#settings, this.#limits);
    this.#open.add(table);
    return table;
  }

  async #closeTable(table: OpenTable): Promise<void> {
    this.#open.delete(table);
    await table.close();
  }

  async #withTable<Result>(work: (table: OpenTable) => Promise<Result>): Promise<Result> {
    const table = await this.#openTable();
    try {
      return await work(table);
    } finally {
      await this.#closeTable(table);
    }
  }

  async close(): Promise<void> {
    await this.writer?.close();
    for (const table of this.#open) await this.#closeTable(table);
  }
}

/** Another path leads to another file. The path is relative, so that no slash comes first. */
function watchedState(path: string, { version }: FileStates): string {
  return `${path} ${version}`;
}

/** @param token of a watched file: its `watchedState`. */
function ended(problem: ConnectorError | null, token: string | null = null): ReadEnd {
  return { complete: problem === null, token: problem === null ? token : null, problem };
}
