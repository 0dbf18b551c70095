/**
 * Operations on one connection. ldapts encodes the requests. Its client is not used, because it reconnects without
 * signing in again, ends a paged search at an empty page, and waits for damaged answers without an end.
 */
import type { Socket } from "node:net";
import { AbandonRequest, InvalidAsn1Error, UnbindRequest } from "ldapts";
import type { Remedy, TestStep } from "#events/entities/connector.ts";
import { ConnectorError } from "../../contract.ts";
import { decodeMessage, type Answer, type RawEntry, type Result } from "./decode.ts";
import { createFrames, DamagedMessage } from "./frames.ts";
import { nameOf, remedyOf } from "./resultCodes.ts";

/** A request of ldapts. */
interface Request {
  write(): Buffer;
}

export interface SessionOptions {
  readonly signal: AbortSignal;
  /** Milliseconds to wait for one answer. */
  readonly answerTime: number;
  /** Never part of an error, even if the server repeats them. */
  readonly secrets: readonly string[];
}

export interface Session {
  /** Like `secrets`. */
  hide(secret: string): void;
  /** Entries as they arrive, and then the result. The caller stops early to abandon the operation. */
  answers(
    request: (messageId: number) => Request,
    step: TestStep,
  ): AsyncGenerator<RawEntry | Result, void, void>;
  /** @returns the result, whatever its code. */
  request(request: (messageId: number) => Request, step: TestStep): Promise<Result>;
  /** @param remedies replace the usual ones of their codes. */
  refusal(
    result: Result,
    step: TestStep,
    remedies?: Readonly<Record<number, Remedy>>,
  ): ConnectorError;
  /**
   * Hands over the socket, so that it can be encrypted.
   * @throws ConnectorError if the server already sent more, which somebody on the way may have inserted.
   */
  release(step: TestStep): Socket;
  close(): void;
}

interface Loss {
  readonly remedy: Remedy;
  readonly detail: string;
  readonly cause?: unknown;
}

interface Operation {
  readonly queue: Answer[];
  wake: () => void;
}

/** Answers that wait for the caller before the connection stops reading. */
const MAX_QUEUE = 2_000;
const MAX_MESSAGE_ID = 2 ** 31 - 1;
/** The message id of a notice that the server is closing the connection. */
const UNSOLICITED = 0;
const MAX_TEXT = 500;

/** @throws ConnectorError valueRefused if the request is too long to encode. */
function encodeRequest(
  request: (messageId: number) => Request,
  id: number,
  step: TestStep,
): Buffer {
  try {
    return request(id).write();
  } catch (cause) {
    if (!(cause instanceof InvalidAsn1Error)) throw cause;
    throw new ConnectorError("valueRefused", step, "The request is too long", { cause });
  }
}

export function createSession(
  socket: Socket,
  { signal, answerTime, secrets }: SessionOptions,
): Session {
  const hidden = new Set(secrets);
  const operations = new Map<number, Operation>();
  const frames = createFrames();
  let lastId = 0;
  let loss: Loss | null = null;

  function lose(reason: Loss): void {
    loss ??= reason;
    socket.destroy();
    signal.removeEventListener("abort", cancel);
    for (const { wake } of operations.values()) wake();
  }
  const cancel = (): void =>
    lose({ remedy: "timedOut", detail: "The operation was cancelled or took too long" });

  const onError = (cause: Error): void =>
    lose({ remedy: "systemFailed", detail: `The connection broke: ${cause.message}`, cause });
  const onClose = (): void =>
    lose({ remedy: "systemFailed", detail: "The server closed the connection" });

  function onData(bytes: Buffer): void {
    try {
      for (const message of frames.push(bytes)) receive(message);
    } catch (cause) {
      if (!(cause instanceof DamagedMessage)) throw cause;
      lose({ remedy: "contentDamaged", detail: cause.message, cause });
    }
  }

  function receive(bytes: Buffer): void {
    const { id, answer } = decodeMessage(bytes);
    if (id === UNSOLICITED && answer.type === "result") {
      lose({ remedy: "systemFailed", detail: describe(answer) });
    }
    const operation = operations.get(id);
    if (!operation) return;
    operation.queue.push(answer);
    if (operation.queue.length > MAX_QUEUE) socket.pause();
    operation.wake();
  }

  function describe({ code, text }: Result): string {
    const safe = [...hidden]
      .filter((secret) => secret !== "")
      .reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
    return safe === "" ? nameOf(code) : `${nameOf(code)}: ${safe.slice(0, MAX_TEXT)}`;
  }

  function lostAt(step: TestStep): ConnectorError | null {
    return loss && new ConnectorError(loss.remedy, step, loss.detail, { cause: loss.cause });
  }

  /** Answers of other operations may be queued, so a caller that waits always lets the connection read on. */
  async function waitFor(operation: Operation): Promise<void> {
    socket.resume();
    let isAwake = false;
    const late = (): void => {
      if (isAwake) return;
      const detail = `The server did not answer within ${answerTime} ms`;
      lose({ remedy: "timedOut", detail });
    };
    // A busy process runs its timers before it reads what arrived in time.
    const timer = setTimeout(() => setImmediate(late), answerTime);
    await new Promise<void>((resolve) => {
      operation.wake = resolve;
    });
    isAwake = true;
    clearTimeout(timer);
  }

  async function nextAnswer(operation: Operation, step: TestStep): Promise<Answer> {
    for (;;) {
      const answer = operation.queue.shift();
      if (answer) return answer;
      const lost = lostAt(step);
      if (lost) throw lost;
      await waitFor(operation);
    }
  }

  function nextId(): number {
    lastId = lastId === MAX_MESSAGE_ID ? 1 : lastId + 1;
    return lastId;
  }

  async function* answers(
    request: (messageId: number) => Request,
    step: TestStep,
  ): AsyncGenerator<RawEntry | Result, void, void> {
    const lost = lostAt(step);
    if (lost) throw lost;
    const id = nextId();
    const operation: Operation = { queue: [], wake: () => {} };
    operations.set(id, operation);
    let isDone = false;
    try {
      socket.write(encodeRequest(request, id, step));
      while (!isDone) {
        const answer = await nextAnswer(operation, step);
        isDone = answer.type === "result";
        if (answer.type !== "ignored") yield answer;
      }
    } finally {
      operations.delete(id);
      if (!isDone && !loss) {
        socket.resume();
        socket.write(new AbandonRequest({ messageId: nextId(), abandonId: id }).write());
      }
    }
  }

  socket.on("data", onData);
  socket.on("error", onError);
  socket.on("close", onClose);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();

  return {
    hide: (secret) => void hidden.add(secret),
    answers,
    request: async (request, step) => {
      for await (const answer of answers(request, step)) {
        if (answer.type === "result") return answer;
      }
      throw new Error("An operation ended without a result");
    },
    refusal: (result, step, remedies = {}) =>
      new ConnectorError(remedies[result.code] ?? remedyOf(result.code), step, describe(result)),
    release: (step) => {
      const lost = lostAt(step);
      if (lost) throw lost;
      if (frames.isPartial()) {
        throw new ConnectorError("contentDamaged", step, "The server sent data before encryption");
      }
      socket.off("data", onData);
      socket.off("error", onError);
      socket.off("close", onClose);
      signal.removeEventListener("abort", cancel);
      return socket;
    },
    close: () => {
      if (loss) return;
      loss = { remedy: "systemFailed", detail: "The connection is closed" };
      signal.removeEventListener("abort", cancel);
      socket.off("error", onError);
      socket.on("error", () => {});
      socket.setTimeout(answerTime, () => socket.destroy());
      socket.end(new UnbindRequest({ messageId: nextId() }).write());
      socket.destroySoon();
      for (const { wake } of operations.values()) wake();
    },
  };
}
