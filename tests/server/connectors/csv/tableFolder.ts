/** A watched directory with table files that the CSV connector may replace. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AttributeDelta, Connection, SystemObject } from "#server/connectors/contract.ts";
import { createCsvConnector } from "#server/connectors/csv/csvConnector.ts";
import { temporaryFiles } from "../../support/csv.ts";
import {
  folderConfiguration,
  folderEnvironment,
  folderOfClient,
  readAll,
  writerOf,
  type Values,
} from "./support.ts";

/** Columns of a file whose rows name several entitlements in one cell. */
export const IN_CELL = {
  entitlementColumn: "rights",
  entitlementLayout: "MULTIPLE_IN_CELL",
  separator: ";",
};

/** Call it once, at the top of a test file. */
export function createTableFolder() {
  const { directory } = temporaryFiles();
  const root = join(directory, "watched");
  const folder = folderOfClient(root);
  const config = { connectorFolder: root, dataDirectory: directory, importMegabytes: 3 };
  const connector = createCsvConnector(config);
  let count = 0;

  const connect = (name: string, values: Values = {}) =>
    connector.open(folderConfiguration(connector, name, values), folderEnvironment(root));

  /** A file with this content, as the connector sees it. */
  async function open(content: string | Buffer, values: Values = {}) {
    const name = `table-${++count}.csv`;
    const path = join(folder, name);
    writeFileSync(path, content);
    const connection = await connect(name, values);
    return {
      connection,
      writer: writerOf(connection),
      bytes: () => readFileSync(path),
      text: () => readFileSync(path, "utf8"),
      path,
      find: (id: string) => find(connection, id),
    };
  }

  return { folder, config, connector, connect, open };
}

export async function find(connection: Connection, id: string): Promise<SystemObject> {
  const found = (await readAll(connection)).find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no account ${id}`);
  return found;
}

export function set(attribute: string, value: string, former: string): AttributeDelta {
  return { attribute, add: [value], remove: [former] };
}

export function rights(attribute: string, add: readonly string[], remove: readonly string[]) {
  return [{ attribute, add, remove }];
}
