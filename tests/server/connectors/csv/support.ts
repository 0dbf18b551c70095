/** The writer of table files on a watched directory. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FieldValue } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { completeConfiguration } from "#events/rules/systems.ts";
import {
  ConnectorError,
  type Connection,
  type Connector,
  type ConnectorEnvironment,
  type SystemObject,
  type Writer,
} from "#server/connectors/contract.ts";

export const ACCOUNTS: ObjectClass = {
  name: "account",
  role: "account",
  idAttribute: "id",
  nameAttribute: "id",
  memberAttribute: null,
  attributes: [],
};

export const ANY_VERSION = { version: null };

/** Whose files the tests read and write. */
export const PLACE = {
  clientId: "b7c4f0de-58a3-4f37-9d0c-3f2c5a0f9e11",
  resourceId: "0d3c9a52-6f1b-4f4e-8f57-6a6c0f4f1b22",
};

/** The directory of the client, which it makes. */
export function folderOfClient(root: string): string {
  const folder = join(root, PLACE.clientId);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function folderEnvironment(
  root: string,
  signal = new AbortController().signal,
): ConnectorEnvironment {
  return {
    signal,
    folder: { root, ...PLACE },
    answerTime: 1000,
    openFile: async () => {
      throw new Error("No file was uploaded");
    },
    resolveHost: async () => {
      throw new Error("A file has no host");
    },
  };
}

export type Values = Readonly<Record<string, FieldValue>>;

export function folderConfiguration({ fields }: Connector, path: string, values: Values = {}) {
  return completeConfiguration(fields, {
    source: "FOLDER",
    path,
    idColumn: "id",
    writable: true,
    ...values,
  });
}

/** All objects of a complete read. */
export async function readAll(connection: Connection): Promise<readonly SystemObject[]> {
  const found: SystemObject[] = [];
  const pages = connection.search(ACCOUNTS, 1000);
  let next = await pages.next();
  for (; next.done !== true; next = await pages.next()) found.push(...next.value);
  if (next.value.problem !== null) throw next.value.problem;
  return found;
}

export function writerOf(connection: Connection): Writer {
  if (connection.writer === null) throw new Error("The system is read only");
  return connection.writer;
}

export async function remedyOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return "none";
  if (!(error instanceof ConnectorError)) throw error;
  return error.remedy;
}
