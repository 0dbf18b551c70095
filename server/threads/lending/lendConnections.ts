/** Lends connections of the database to a thread, and rolls back what it leaves open. */
import type { Worker } from "node:worker_threads";
import { CompiledQuery, type Kysely } from "kysely";
import { errorCode } from "../../db/errors.ts";
import type { Database } from "../../db/schema.ts";
import type { LendingReply, LendingRequest } from "./messages.ts";

/** @returns a promise that resolves when the thread has ended and all connections are returned. */
export function lendConnections(worker: Worker, db: Kysely<Database>): Promise<void> {
  const lent = new Map<number, Loan>();
  const returned = new Set<Promise<void>>();
  worker.on(
    "message",
    (message: LendingRequest | { readonly kind: "progress" | "ended" | "keep" }) => {
      if (message.kind === "connect") {
        const loan = new Loan(worker, message.connection);
        lent.set(message.connection, loan);
        const work = loan.run(db).finally(() => returned.delete(work));
        returned.add(work);
      } else if (message.kind === "query") {
        lent.get(message.connection)?.query(message.sql, message.parameters);
      } else if (message.kind === "release") {
        lent.get(message.connection)?.end();
        lent.delete(message.connection);
      }
    },
  );
  return new Promise((resolve) => {
    worker.once("exit", () => {
      for (const loan of lent.values()) loan.end();
      void Promise.all(returned).then(() => resolve());
    });
  });
}

class Loan {
  readonly #worker: Worker;
  readonly #connection: number;
  readonly #released: Promise<void>;
  #end = (): void => {};
  #held: Pick<Kysely<Database>, "executeQuery"> | null = null;
  #work: Promise<void> = Promise.resolve();
  #isInTransaction = false;

  constructor(worker: Worker, connection: number) {
    this.#worker = worker;
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

  /** The thread sends the next one after the answer. */
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
    this.#worker.postMessage(message);
  }
}
