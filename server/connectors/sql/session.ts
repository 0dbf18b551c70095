/** One connection to the database. Values arrive as text, and parameters are bound. */
import { Socket, isIP } from "node:net";
import pg from "pg";
import type { TestStep } from "#events/entities/connector.ts";
import { ConnectorError, type ConnectorEnvironment } from "../contract.ts";
import { guardMessages } from "./messages.ts";
import { toProblem } from "./problems.ts";
import type { Target } from "./settings.ts";

/** A parameter. An array is bound as an array of the column's type. */
export type Value = string | number | Buffer | null | readonly (string | null)[];

export interface Rows {
  readonly columns: readonly { readonly name: string; readonly type: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** How many rows the statement returned or changed. */
  readonly count: number;
}

export interface Session {
  /** It was closed, by either side. */
  readonly isLost: boolean;
  /** @throws errors of pg; ConnectorError for invalid messages */
  query(text: string, values?: readonly Value[]): Promise<Rows>;
  close(): Promise<void>;
}

/** The client waits longer than the server, whose message says more. Milliseconds. */
const GRACE = 2_000;

/** All values stay as the server wrote them. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

/**
 * @param passed called after each step of the connection that succeeded
 * @throws ConnectorError for the step that failed
 */
export async function openSession(
  target: Target,
  { signal, answerTime, resolveHost }: ConnectorEnvironment,
  passed: (step: TestStep) => void = () => {},
): Promise<Session> {
  refuseIfAborted(signal);
  const { address } = await resolveHost(target.host, target.port);
  passed("resolve");

  let step: TestStep = "connect";
  const advance = (next: TestStep): void => {
    passed(step);
    step = next;
  };
  const socket = new Socket();
  const isEncrypted = target.tls !== "NONE";
  socket.once("connect", () => advance(isEncrypted ? "secure" : "signIn"));
  const client = new pg.Client({
    host: address,
    port: target.port,
    database: target.database,
    user: target.user,
    // As a function, because pg replaces an empty text by the environment's password.
    password: () => target.password,
    ssl: isEncrypted && {
      rejectUnauthorized: target.tls === "VERIFIED",
      ca: target.ca ?? undefined,
      servername: isIP(target.host) === 0 ? target.host : undefined,
    },
    stream: () => socket,
    connectionTimeoutMillis: answerTime,
    query_timeout: answerTime + GRACE,
    application_name: "provision",
    types: AS_TEXT,
  });
  guardMessages(client, () => step);
  client.connection.once("sslconnect", () => advance("signIn"));
  let isLost = false;
  // Without a listener, a lost connection would end the process. The pending query rejects as well.
  client.on("error", () => (isLost = true));
  const abort = (): void => {
    isLost = true;
    socket.destroy();
  };
  signal.addEventListener("abort", abort, { once: true });
  /** Queries whose results have not arrived. */
  let pending = 0;
  const close = async (): Promise<void> => {
    signal.removeEventListener("abort", abort);
    const isIdle = !isLost && pending === 0;
    isLost = true;
    if (isIdle) await end(client, socket);
    else socket.destroy();
  };

  try {
    await client.connect();
  } catch (error) {
    await close();
    refuseIfAborted(signal);
    throw toProblem(error, step, [target.password]);
  }
  advance("read");

  return {
    get isLost() {
      return isLost;
    },
    async query(text, values = []) {
      refuseIfAborted(signal);
      pending++;
      try {
        const result = await client.query<(string | null)[]>({
          text,
          values: [...values],
          rowMode: "array",
        });
        return {
          columns: result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
          rows: result.rows,
          count: result.rowCount ?? 0,
        };
      } catch (error) {
        // Errors without an SQLSTATE are of the connection: the reply to the query may still arrive.
        if (!(error instanceof pg.DatabaseError)) isLost = true;
        refuseIfAborted(signal);
        throw error;
      } finally {
        pending--;
      }
    },
    close,
  };
}

/** @throws ConnectorError timedOut if the operation was cancelled or its time is over */
export function refuseIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new ConnectorError("timedOut", "read", "The operation was ended.", {
    cause: signal.reason,
  });
}

async function end(client: pg.Client, socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), GRACE);
  try {
    await client.end();
  } finally {
    clearTimeout(timer);
  }
}
