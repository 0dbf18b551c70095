/** The database as a thread or another process sees it: the server lends it connections. */
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Database } from "../../db/schema.ts";
import { DatabaseUnavailableError } from "../../db/errors.ts";
import type { BorrowingPort, LendingReply, LendingRequest, SentError } from "./messages.ts";

class RemoteDatabaseError extends Error {
  readonly code: string;

  constructor({ message, code }: SentError) {
    super(message);
    this.code = code;
  }
}

function serverEnded(): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    "The server ended before it confirmed the change. Try again.",
  );
}

interface Waiting {
  resolve(reply: LendingReply): void;
  reject(error: Error): void;
}

/** Messages of one connection never overlap: each waits for its reply. */
class Connections {
  readonly #port: BorrowingPort;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #isClosed = false;

  constructor(port: BorrowingPort) {
    this.#port = port;
    port.on("message", (reply: LendingReply) => {
      const waiting = this.#waiting.get(reply.connection);
      this.#waiting.delete(reply.connection);
      waiting?.resolve(reply);
    });
    port.on("close", () => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.values()) reject(serverEnded());
      this.#waiting.clear();
    });
  }

  async open(): Promise<RemoteConnection> {
    const connection = ++this.#last;
    await this.ask({ kind: "connect", connection });
    return new RemoteConnection(this, connection);
  }

  send(message: LendingRequest): void {
    this.#port.postMessage(message);
  }

  /** @throws RemoteDatabaseError; DatabaseUnavailableError if the server ends. */
  async ask(message: LendingRequest): Promise<LendingReply> {
    if (this.#isClosed) throw serverEnded();
    const reply = await new Promise<LendingReply>((resolve, reject) => {
      this.#waiting.set(message.connection, { resolve, reject });
      this.send(message);
    });
    if (reply.kind === "refused") throw new RemoteDatabaseError(reply.error);
    return reply;
  }
}

class RemoteConnection implements DatabaseConnection {
  readonly id: number;
  readonly #connections: Connections;

  constructor(connections: Connections, id: number) {
    this.#connections = connections;
    this.id = id;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const reply = await this.#connections.ask({
      kind: "query",
      connection: this.id,
      sql,
      parameters,
    });
    if (reply.kind !== "rows") throw new Error(`A query was answered with ${reply.kind}`);
    const { rows, affected } = reply;
    return {
      rows: rows as Row[],
      ...(affected !== undefined && { numAffectedRows: affected }),
    };
  }

  release(): void {
    this.#connections.send({ kind: "release", connection: this.id });
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Rows are not streamed between threads");
  }
}

class RemoteDriver implements Driver {
  readonly #connections: Connections;

  constructor(port: BorrowingPort) {
    this.#connections = new Connections(port);
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<RemoteConnection> {
    return this.#connections.open();
  }

  async beginTransaction(connection: RemoteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"));
  }

  async commitTransaction(connection: RemoteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: RemoteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async releaseConnection(connection: RemoteConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {}
}

export function openRemoteDatabase(port: BorrowingPort): Kysely<Database> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new RemoteDriver(port),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<Database>({ dialect });
}
