/**
 * The embedded database of a running server, for a command of the same user: the server has the data directory open, and
 * lends connections through a socket in it. Only the directory's owner can reach the socket, and they can also read the
 * database's files.
 */
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { DatabaseUnavailableError } from "../../db/errors.ts";
import { missingMigrations } from "../../db/migrate.ts";
import type { Database } from "../../db/schema.ts";
import { lendConnections } from "./lendConnections.ts";
import type { LendingReply, LendingRequest } from "./messages.ts";
import { openRemoteDatabase } from "./remoteDatabase.ts";
import { SocketPort } from "./socketPort.ts";

const socketPath = (dataDirectory: string) => join(dataDirectory, "provision.sock");

export interface SharedDatabase {
  /** Ends all connections; what they have not committed is rolled back. */
  close(): Promise<void>;
}

/**
 * The caller holds the directory's lock.
 * @throws Error of Node if the file system has no sockets, or the directory's path is longer than about 90 bytes.
 */
export async function shareDatabase(
  dataDirectory: string,
  db: Kysely<Database>,
): Promise<SharedDatabase> {
  const path = socketPath(dataDirectory);
  // A killed server leaves the socket.
  rmSync(path, { force: true });
  const borrowers = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    const port = new SocketPort<LendingReply>(socket);
    const ended = new Promise<void>((resolve) => port.once("close", resolve));
    const returned = lendConnections(port, ended, db).finally(() => borrowers.delete(socket));
    borrowers.set(socket, returned);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return {
    close: async () => {
      server.close();
      const returned = [...borrowers.values()];
      for (const socket of borrowers.keys()) socket.destroy();
      await Promise.all(returned);
    },
  };
}

export interface BorrowedDatabase {
  readonly background: Kysely<Database>;
  close(): Promise<void>;
}

/**
 * @returns null if no server shares the directory's database.
 * @throws DatabaseUnavailableError if the server is of an earlier version.
 */
export async function borrowDatabase(dataDirectory: string): Promise<BorrowedDatabase | null> {
  const socket = await openSocket(socketPath(dataDirectory));
  if (socket === null) return null;
  const background = openRemoteDatabase(new SocketPort<LendingRequest>(socket));
  const close = async () => {
    await background.destroy();
    socket.destroy();
  };
  try {
    if ((await missingMigrations(background)).length === 0) return { background, close };
    throw new DatabaseUnavailableError(
      "The running server is of an earlier version. Restart it, then try again.",
    );
  } catch (error) {
    await close();
    throw error;
  }
}

function openSocket(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}
