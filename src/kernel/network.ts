/** The network port: one way for every call, with the CSRF token that the server last gave. */
import redaxios from "redaxios";
import { CSRF_HEADER } from "#events/policy/session.ts";
import { fillEndpoint, type BytesDigest, type Failure } from "#events/kernel/call.ts";
import type { SendReply, SendRequest } from "./calls.ts";

export type KeepBytes = (
  bytes: ArrayBuffer,
) => Promise<
  | ({ readonly ok: true } & BytesDigest)
  | { readonly ok: false; readonly code: string; readonly message: string }
>;

export interface NetworkOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Takes the undecoded body of a `bytes` reply; the buffer is transferred and gone afterwards. */
  readonly keepBytes: KeepBytes;
  /** After this time without an answer a request fails, in milliseconds. */
  readonly timeout?: number;
}

const NO_DATA_MESSAGE = "Something bad happened";
const DEFAULT_TIMEOUT = 120_000;

/** @returns a sender that rejects with a `Failure` and nothing else. */
export function createNetwork({
  fetch,
  keepBytes,
  timeout = DEFAULT_TIMEOUT,
}: NetworkOptions): (request: SendRequest) => Promise<SendReply> {
  let csrfToken: string | null = null;
  /** Rises with each new token. */
  let tokens = 0;

  return async ({ call, input }) => {
    const { body } = input;
    const tokensBefore = tokens;
    const headers: Record<string, string> = { accept: "application/json" };
    if (csrfToken !== null) headers[CSRF_HEADER] = csrfToken;
    if (body !== undefined) {
      headers["content-type"] =
        call.method === "PATCH" ? "application/json-patch+json" : "application/json";
    }
    const response = await redaxios<ReadableStream | null>(urlOf(call.endpoint, input), {
      method: call.method,
      headers,
      // A string, as redaxios would set its own content type for an object and lose false, 0 and "".
      data: body === undefined ? undefined : JSON.stringify(body),
      // Read here: redaxios swallows what goes wrong while a body arrives.
      responseType: "stream",
      fetch: (url: RequestInfo | URL, init?: RequestInit) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(timeout) }),
    }).catch((error: unknown) => {
      throw unreachable(error);
    });
    const token = response.headers.get(CSRF_HEADER);
    // A late answer to a request of before a sign-in or sign-out bears the token of the cookie that is gone.
    if (token !== null && token !== csrfToken && tokens === tokensBefore) {
      csrfToken = token;
      tokens += 1;
    }
    const bytes = await new Response(response.data).arrayBuffer().catch((error: unknown) => {
      throw unreachable(error);
    });
    const { status } = response;
    if (status >= 200 && status < 300) {
      if (call.reply === "bytes" && status === 200) {
        const kept = await keepBytes(bytes).catch(notKept);
        if (!kept.ok) throw { status, code: kept.code, message: kept.message } satisfies Failure;
        return { status, body: { digest: kept.digest, size: kept.size } };
      }
      return { status, body: readJson(bytes, status) };
    }
    throw failureOf(status, bytes);
  };
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
    throw {
      status,
      code: "EBADREPLY",
      message: "The server's answer could not be read. Try again; if it stays, tell your support.",
    } satisfies Failure;
  }
}

function failureOf(status: number, bytes: ArrayBuffer): Failure {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    body = null;
  }
  const { code, message, fields } = (body ?? {}) as Partial<Failure>;
  return {
    status,
    code: typeof code === "string" ? code : "EUNKNOWN",
    message: typeof message === "string" && message !== "" ? message : NO_DATA_MESSAGE,
    ...(Array.isArray(fields) ? { fields } : {}),
  };
}

/** The worker itself failed, as when its code could not be loaded. */
function notKept(error: unknown) {
  const reason = error instanceof Error ? ` (${error.message})` : "";
  return {
    ok: false as const,
    code: "EBADREPLY",
    message: `The server's answer could not be processed${reason}. Load the page again.`,
  };
}

function unreachable(error: unknown): Failure {
  const timedOut = error instanceof DOMException && error.name === "TimeoutError";
  const message = error instanceof Error && error.message ? error.message : NO_DATA_MESSAGE;
  return {
    status: null,
    code: timedOut ? "ETIMEOUT" : "ENETWORK",
    message: timedOut ? "The server did not answer in time. Try again." : message,
  };
}
