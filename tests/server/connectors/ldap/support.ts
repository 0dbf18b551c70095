/** Configurations and reads of the tests of LDAP. */
import type { TestStep } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import {
  ConnectorError,
  type Change,
  type Configuration,
  type Connection,
  type Pages,
  type ReadEnd,
  type ConnectorEnvironment,
  type SystemObject,
} from "#server/connectors/contract.ts";
import { onTestFinished } from "vitest";

/** Only loopback is reachable. */
export function environment(differences: Partial<ConnectorEnvironment> = {}): ConnectorEnvironment {
  return {
    signal: new AbortController().signal,
    answerTime: 20_000,
    openFile: (id) => Promise.reject(new ConnectorError("fileMissing", "read", id)),
    resolveHost: async (host) => {
      if (host === "localhost" || host === "127.0.0.1") return { address: "127.0.0.1", family: 4 };
      throw new ConnectorError("hostUnknown", "resolve", host);
    },
    ...differences,
  };
}

/** Closed at the end of the test. */
export async function open(
  configuration: Configuration,
  differences: Partial<ConnectorEnvironment> = {},
): Promise<Connection> {
  const connection = await ldapConnector.open(configuration, environment(differences));
  onTestFinished(() => connection.close());
  return connection;
}

export async function readAll(
  pages: Pages,
): Promise<{ readonly objects: readonly SystemObject[]; readonly end: ReadEnd }> {
  const objects: SystemObject[] = [];
  for (;;) {
    const { done, value } = await pages.next();
    if (done) return { objects, end: value };
    for (const object of value) objects.push(object);
  }
}

/** Everything that a read of changes finds. */
export async function changesOf(
  reading: AsyncGenerator<readonly Change[], ReadEnd, void> | undefined,
): Promise<{ readonly changes: readonly Change[]; readonly end: ReadEnd }> {
  if (!reading) throw new Error("The connector reads no changes");
  const changes: Change[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { changes, end: value };
    changes.push(...value);
  }
}

export interface Failure {
  readonly step: TestStep;
  readonly remedy: ConnectorError["remedy"];
  readonly detail: string;
}

/** The ConnectorError of an operation. */
export async function failureOf(operation: Promise<unknown>): Promise<Failure> {
  try {
    await operation;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { step: error.step, remedy: error.remedy, detail: error.message };
  }
  throw new Error("The operation did not fail");
}

export async function classOf(
  connection: Connection,
  role: ObjectClass["role"],
): Promise<ObjectClass> {
  const found = (await connection.discoverSchema()).find((one) => one.role === role);
  if (!found) throw new Error(`No class for ${role}`);
  return found;
}

export async function accountsOf(connection: Connection) {
  return readAll(connection.search(await classOf(connection, "account"), 1_000));
}

export async function groupsOf(connection: Connection) {
  return readAll(connection.search(await classOf(connection, "entitlement"), 1_000));
}

export async function writerOf(connection: Connection) {
  const { writer } = connection;
  if (!writer) throw new Error("The connector cannot write");
  return writer;
}

/** Any version of an object may be changed. */
export const ANY = { version: null };
