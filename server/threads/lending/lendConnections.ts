/** Lends connections of the database to a thread or process, and rolls back what it leaves open. */
import { CompiledQuery, type Kysely } from "kysely";
import { errorCode } from "../../db/errors.ts";
import type { Database } from "../../db/schema.ts";
import type { LendingPort, LendingReply, LendingRequest } from "./messages.ts";

/**
 * @param ended resolves when the borrower has ended.
 * @returns a promise that resolves when all connections are returned after that.
 */
export async function lendConnections(
  port: LendingPort,
  ended: Promise<void>,
  db: Kysely<Database>,
): Promise<void> {
  const lent = new Map<number, Loan>();
  const returned = new Set<Promise<void>>();
  port.on("message", (message) => {
    if (!isRequest(message)) return;
    if (message.kind === "connect") {
      const loan = new Loan(port, message.connection);
      lent.set(message.connection, loan);
      const work = loan.run(db).finally(() => returned.delete(work));
      returned.add(work);
    } else if (message.kind === "query") {
      lent.get(message.connection)?.query(message.sql, message.parameters);
    } else {
      lent.get(message.connection)?.end();
      lent.delete(message.connection);
    }
  });
  await ended;
  for (const loan of lent.values()) loan.end();
  await Promise.all(returned);
}

function isRequest(message: { kind: string }): message is LendingRequest {
  return message.kind === "connect" || message.kind === "query" || message.kind === "release";
}

class Loan {
  readonly #port: LendingPort;
  readonly #connection: number;
  readonly #released: Promise<void>;
  #end = (): void => {};
  #held: Pick<Kysely<Database>, "executeQuery"> | null = null;
  #work: Promise<void> = Promise.resolve();
  #isInTransaction = false;

  constructor(port: LendingPort, connection: number) {
    this.#port = port;
    this.#connection = connection;
    this.#released = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.#end();
  }

  async run(db: Kysely<Database>): Promise<void> {
    try {
      await db.connection().execute(async (held) => {
        this.#held = held;
        this.#send({ kind: "connected", connection: this.#connection });
        await this.#released;
        await this.#work;
        if (this.#isInTransaction) await held.executeQuery(CompiledQuery.raw("rollback"));
      });
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** The borrower sends the next one after the answer. */
  query(sql: string, parameters: readonly unknown[]): void {
    this.#work = this.#answer(CompiledQuery.raw(sql, [...parameters]));
  }

  async #answer(query: CompiledQuery): Promise<void> {
    try {
      const result = await this.#held?.executeQuery(query);
      if (query.sql === "begin") this.#isInTransaction = true;
      else if (query.sql === "commit" || query.sql === "rollback") this.#isInTransaction = false;
      this.#send({
        kind: "rows",
        connection: this.#connection,
        rows: result?.rows ?? [],
        affected: result?.numAffectedRows,
      });
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    const refusal = { message: text, code: errorCode(error) };
    this.#send({ kind: "refused", connection: this.#connection, error: refusal });
  }

  #send(message: LendingReply): void {
    this.#port.postMessage(message);
  }
}
