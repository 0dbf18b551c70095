/**
 * PGlite in a thread, accessed through one `pg` client with a queue. When the thread crashes, its running query fails,
 * and the next task starts a new thread, which recovers from the write-ahead log.
 */
import type { Worker } from "node:worker_threads";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { startThread } from "../threads/startThread.ts";
import { ConnectionQueue, type Priority } from "./connectionQueue.ts";
import { DatabaseUnavailableError, translateDatabaseError } from "./errors.ts";
import { PlannedStatements } from "./preparedStatements.ts";
import type { FromThread, ThreadSettings, ToThread } from "./threadMessages.ts";
import { ThreadSocket } from "./threadSocket.ts";
import { valueTypes } from "./valueTypes.ts";

/** Milliseconds that closing waits for the running task and for the database's own shutdown. */
const MAX_CLOSE = 5000;

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

interface Session {
  worker: Worker;
  client: pg.Client;
  readonly planned: PlannedStatements;
  /** Set when the thread has ended or must no longer be used. */
  lostBy: Error | undefined;
}

async function startSession(settings: ThreadSettings): Promise<Session> {
  const worker = startThread(new URL("./thread.ts", import.meta.url), settings);
  const socket = new ThreadSocket(worker);
  const client = new pg.Client({
    stream: () => socket,
    user: "postgres",
    database: "postgres",
    password: "none",
    ssl: false,
    types: valueTypes,
  });
  const session: Session = {
    worker,
    client,
    planned: new PlannedStatements(),
    lostBy: undefined,
  };
  socket.on("error", () => {});
  // Without a listener, an error between queries would end the process. `lostBy` keeps it for the next task.
  client.on("error", () => {});

  await new Promise<void>((resolve, reject) => {
    const lose = (reason: string): void => {
      if (session.lostBy) return;
      const error = translateDatabaseError(
        new DatabaseUnavailableError(`The embedded database ended: ${reason}`),
      );
      session.lostBy = error instanceof Error ? error : new DatabaseUnavailableError(String(error));
      socket.destroy(session.lostBy);
      reject(session.lostBy);
    };
    worker.on("message", (message: FromThread) => {
      if (message.kind === "ready") resolve();
      else if (message.kind === "bytes") socket.receive(message.bytes);
      else if (message.kind === "fatal") lose(message.reason);
    });
    worker.on("error", (error) => lose(error.message));
    worker.on("exit", (code) => lose(`its thread ended with code ${code}`));
  });
  await client.connect();
  return session;
}

export class EmbeddedDatabase {
  readonly #settings: ThreadSettings;
  readonly #turns = new ConnectionQueue();
  #session: Session | undefined;

  private constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /**
   * @throws DatabaseUnavailableError if the files cannot be opened, with the database's message.
   * @throws DiskFullError if there is no space for them.
   */
  static async open(settings: ThreadSettings): Promise<EmbeddedDatabase> {
    const database = new EmbeddedDatabase(settings);
    database.#session = await startSession(settings);
    return database;
  }

  /** The connection as a pool for Kysely's PostgresDialect. Every pool of one database shares the queue. */
  pool(priority: Priority): PostgresPool {
    return {
      options: {},
      connect: async () => {
        const endTurn = await this.#turns.acquire(priority);
        try {
          return this.#lend(await this.#currentSession(), endTurn);
        } catch (error) {
          endTurn();
          throw error;
        }
      },
      end: async () => {},
    };
  }

  /** Waits for the running task and for the database's own shutdown, some seconds each. */
  async close(): Promise<void> {
    await within(
      MAX_CLOSE,
      this.#turns.close(new DatabaseUnavailableError("The database is closed")),
    );
    const session = this.#session;
    if (!session) return;
    const ended = new Promise<void>((resolve) => session.worker.once("exit", () => resolve()));
    if (!session.lostBy) {
      session.lostBy = new DatabaseUnavailableError("The database is closed");
      const message: ToThread = { kind: "close" };
      session.worker.postMessage(message);
      await within(MAX_CLOSE, ended);
    }
    await session.worker.terminate();
  }

  async #currentSession(): Promise<Session> {
    if (this.#session?.lostBy) this.#session = undefined;
    this.#session ??= await startSession(this.#settings);
    return this.#session;
  }

  #lend(session: Session, endTurn: () => void): PostgresPoolClient {
    const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
      if (session.lostBy) throw session.lostBy;
      try {
        const name = session.planned.nameOf(sql);
        return await session.client.query({
          text: sql,
          values: [...parameters],
          ...(name !== undefined && { name }),
        });
      } catch (error) {
        throw session.lostBy ?? translateDatabaseError(error);
      }
    };
    return {
      query: query as PostgresPoolClient["query"],
      release: (destroy) => {
        if (destroy && !session.lostBy) {
          session.lostBy = new DatabaseUnavailableError(
            "The embedded database lost its connection",
          );
          void session.worker.terminate();
        }
        endTurn();
      },
    };
  }
}
