/** The network port: one implementation for every call, with the latest CSRF token. */
import redaxios from "redaxios";
import { Type, type Static } from "typebox";
import { MessageSchema, type Message } from "#events/kernel/message.ts";
import { isRecordable, recordable } from "#events/kernel/redaction.ts";
import { message, type PlainMessageCode } from "#events/messages/message.ts";
import { CSRF_HEADER } from "#events/rules/session.ts";
import {
  fillEndpoint,
  type AnyCall,
  type BytesDigest,
  type Failure,
  type HeldBytes,
} from "#events/kernel/call.ts";
import type { SendReply, SendRequest } from "./calls.ts";
import { PreparedList } from "./serializedBody.ts";
import { BodyBroken, inTime, readBody, readToEnd, type ReplyBody } from "./responseBody.ts";
import { pauseAfter } from "./retryAfter.ts";
import {
  Transfers,
  type RunningTransfer,
  type Transfer,
  type TransferQuestion,
} from "./transfers.ts";
import { wait } from "./sleep.ts";

/**
 * Takes the undecoded body of a `bytes` reply. When the signal is aborted it stops, discards what it has of the body,
 * and rejects, unless the body was already stored.
 */
export type KeepBytes = (
  body: ReplyBody,
  signal: AbortSignal,
  progressed: (soFar: Omit<Transfer, "size">) => void,
) => Promise<
  | ({ readonly ok: true } & BytesDigest)
  | { readonly ok: false; readonly code: string; readonly reason: Message }
>;

export interface NetworkOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly keepBytes: Readonly<Record<HeldBytes, KeepBytes>>;
  /** The language of mails that a request triggers, as a BCP 47 tag. */
  readonly language: () => string;
  /** Timeout for the headers of an answer, in milliseconds. */
  readonly timeout?: number;
  /** Timeout for the next byte of a body, in milliseconds. */
  readonly stall?: number;
}

export interface Network {
  /** Always rejects with a `Failure`. */
  readonly send: (request: SendRequest) => Promise<SendReply>;
  /** Handlers of `transferFx` and `abortFx`. */
  readonly transfer: (question: TransferQuestion) => Promise<Transfer | null>;
  readonly abort: (request: { readonly requestId: string }) => void;
}

const DEFAULT_TIMEOUT = 120_000;
const DEFAULT_STALL = 60_000;

const JSON_TYPE = "application/json";

export function createNetwork({
  fetch,
  keepBytes,
  language,
  timeout = DEFAULT_TIMEOUT,
  stall = DEFAULT_STALL,
}: NetworkOptions): Network {
  let csrfToken: string | null = null;
  /** Incremented by each new token. */
  let tokens = 0;
  const transfers = new Transfers();

  return {
    transfer: (question) => transfers.next(question),
    abort: ({ requestId }) => transfers.abort(requestId),
    send: async (request) => {
      const running = transfers.begin(request.requestId);
      try {
        return await send(request, running);
      } catch (error) {
        throw running.signal.aborted ? ended(running.signal) : error;
      } finally {
        transfers.end(request.requestId);
      }
    },
  };

  async function send({ call, input }: SendRequest, running: RunningTransfer): Promise<SendReply> {
    const tokensBefore = tokens;
    let response = await ask(call, input, running);
    const pause = pauseAfter(call, response);
    if (pause !== null) {
      // It may have failed, which no longer matters.
      await response.data?.cancel().catch(() => {});
      await wait(pause, running.signal);
      response = await ask(call, input, running);
    }
    const token = response.headers.get(CSRF_HEADER);
    // A late answer to a request before a sign-in or sign-out has the previous cookie's token.
    if (token !== null && token !== csrfToken && tokens === tokensBefore) {
      csrfToken = token;
      tokens += 1;
    }
    const { status } = response;
    const body = readBody(response.data, response.headers, running, stall);
    if (call.holds !== undefined && status === 200) {
      const digest = await keep(call.holds, body, running);
      return { status, body: digest };
    }
    const bytes = await readToEnd(body).catch((error: unknown) => {
      throw brokenOff(error instanceof BodyBroken ? error.cause : error);
    });
    if (status < 200 || status >= 300) throw failureOf(status, bytes);
    if (call.visitorsGetNoContent && status === 204) {
      throw {
        status,
        code: "EBADSESSION",
        reason: message("accounts.notSignedIn"),
      } satisfies Failure;
    }
    if (call.inProgress !== undefined && status !== 200) return call.inProgress;
    const schema = call.schema.responses[status];
    // An intermediary such as a proxy answered: the app's server sends no such success.
    if (!schema) throw unreadable(status);
    const answer = readJson(bytes, status);
    // Such an answer would break screens, and no replay could read a log that contains it.
    if (!isRecordable(schema, answer)) throw unreadable(status);
    return { status, body: answer };
  }

  async function ask(call: AnyCall, input: SendRequest["input"], running: RunningTransfer) {
    return inTime(
      redaxios<ReadableStream<Uint8Array<ArrayBuffer>> | null>(urlOf(call.endpoint, input), {
        method: call.method,
        headers: headersOf(call, input),
        data: bodyOf(input),
        // Read here, because redaxios swallows errors while a body arrives.
        responseType: "stream",
        fetch: (url: RequestInfo | URL, init?: RequestInit) =>
          fetch(url, { ...init, signal: running.signal }),
      }),
      running,
      timeout,
    ).catch((error: unknown) => {
      throw unreachable(error);
    });
  }

  function headersOf(call: AnyCall, { body }: SendRequest["input"]): Record<string, string> {
    const headers: Record<string, string> = {
      accept: acceptOf(call),
      "accept-language": language(),
    };
    if (csrfToken !== null) headers[CSRF_HEADER] = csrfToken;
    if (body !== undefined) {
      headers["content-type"] = call.method === "PATCH" ? "application/json-patch+json" : JSON_TYPE;
    }
    return headers;
  }

  async function keep(
    holds: HeldBytes,
    body: ReplyBody,
    running: RunningTransfer,
  ): Promise<BytesDigest> {
    running.move({ bytes: 0, rows: 0, size: body.size, arrived: false });
    const kept = await keepBytes[holds](body, running.signal, (soFar) =>
      running.move({ ...soFar, size: body.size }),
    ).catch((error: unknown) => {
      throw error instanceof BodyBroken ? brokenOff(error.cause) : notKept(error);
    });
    if (kept.ok) return { digest: kept.digest, size: kept.size };
    body.cancel();
    throw { status: 200, code: kept.code, reason: kept.reason } satisfies Failure;
  }
}

/**
 * Not a plain object, for which redaxios would set its own content type, and not false, 0 or "", which it would drop.
 */
function bodyOf({ body }: SendRequest["input"]): Blob | string | undefined {
  if (body instanceof PreparedList) return body.json;
  return body === undefined ? undefined : JSON.stringify(body);
}

/** JSON, preceded by the call's other formats. */
function acceptOf({ formats = [] }: AnyCall): string {
  return formats.length === 0 ? JSON_TYPE : [...formats, `${JSON_TYPE};q=0.9`].join(", ");
}

function urlOf(endpoint: string, input: SendRequest["input"]): string {
  const path = fillEndpoint(endpoint, input.params as Record<string, string> | undefined);
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => [key, String(value)]);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

function readJson(bytes: ArrayBuffer, status: number): unknown {
  if (bytes.byteLength === 0) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw unreadable(status);
  }
}

function unreadable(status: number): Failure {
  return { status, code: "EBADREPLY", reason: message("network.unreadable") };
}

const Told = Type.Object({ message: Type.String({ minLength: 1 }) });
const Detailed = Type.Object({ detail: MessageSchema });
const Fields = Type.Array(Type.Object({ path: Type.String() }));

function failureOf(status: number, bytes: ArrayBuffer): Failure {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    body = null;
  }
  const { code, fields } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return {
    status,
    code: typeof code === "string" ? code : "EUNKNOWN",
    reason: reasonIn(body),
    ...(isRecordable(Fields, fields) && {
      fields: (fields as Static<typeof Fields>).map((field) => ({
        path: field.path,
        reason: reasonIn(field),
      })),
    }),
  };
}

const WithErrors = Type.Object({ errors: Type.String({ minLength: 1 }) });

/**
 * The server's reason. Other products such as a proxy return only English text. An `errors` value is more specific than
 * the message.
 */
function reasonIn(told: unknown): Message {
  const english = isRecordable(WithErrors, told)
    ? (told as Static<typeof WithErrors>).errors
    : isRecordable(Told, told) && (told as Static<typeof Told>).message;
  if (isRecordable(Detailed, told)) {
    const { detail } = recordable(Detailed, told) as Static<typeof Detailed>;
    return { ...detail, ...(english && { english }) };
  }
  return english ? message("common.text", { text: english }) : message("network.noReason");
}

/** The worker itself failed, for example because its code could not be loaded. */
function notKept(error: unknown): Failure {
  return { status: 200, code: "EBADREPLY", reason: toldBy(error, "network.unprocessed") };
}

function unreachable(error: unknown): Failure {
  return { status: null, code: "ENETWORK", reason: toldBy(error, "network.unreachable") };
}

function brokenOff(error: unknown): Failure {
  return { status: null, code: "ENETWORK", reason: toldBy(error, "network.brokenOff") };
}

/** Keeps the browser's message for those who investigate the error. */
function toldBy(error: unknown, code: PlainMessageCode): Message {
  const english = error instanceof Error ? error.message : "";
  return { ...message(code), ...(english !== "" && { english }) };
}

/** A request that was aborted here: by its caller, or by a timeout. */
function ended({ reason }: AbortSignal): Failure {
  const late = reason instanceof DOMException && reason.name === "TimeoutError";
  return {
    status: null,
    code: late ? "ETIMEOUT" : "ECANCELLED",
    reason: message(late ? "network.late" : "network.cancelled"),
  };
}

/** Fetches a file of the app, so that the browser has cached it before a replay blocks requests. */
export async function fetchIntoCache(url: string): Promise<void> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} is not there`);
  await reply.arrayBuffer();
}
