/** A network port over a fake fetch with scripted answers. */
import { Type } from "typebox";
import { defineCall, type METHODS, type AnyCall, type Failure } from "#events/kernel/call.ts";
import type { SendRequest } from "#src/kernel/calls.ts";
import { createNetwork, type KeepBytes } from "#src/kernel/network.ts";
import { readToEnd } from "#src/kernel/responseBody.ts";

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
}

type Answer = () => Response | Promise<Response>;

/** Reads all of the body, and reports that. */
export const keepAll: KeepBytes = async (body) => {
  const bytes = await readToEnd(body);
  return { ok: true, digest: new TextDecoder().decode(bytes), size: bytes.byteLength };
};

export const TIMEOUT = 5000;
export const STALL = 1000;

/** A network whose server gives the answers in turn, repeating the last one. */
export function networkOf(answers: readonly Answer[], keepBytes: KeepBytes = keepAll) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({
      url: url instanceof Request ? url.url : url.toString(),
      method: init?.method ?? "GET",
      headers: new Headers(init?.headers),
      body: init?.body ?? undefined,
      signal: init?.signal,
    });
    if (!answer) throw new Error("The fake server has no answer");
    return answer();
  };
  const network = createNetwork({
    fetch,
    keepBytes: { report: keepBytes, policy: keepBytes },
    language: () => "de",
    timeout: TIMEOUT,
    stall: STALL,
  });
  const run = (call: AnyCall, input: SendRequest["input"] = {}) =>
    network.send({ call, input, requestId: "r1" });
  const failureOf = async (call: AnyCall, input: SendRequest["input"] = {}): Promise<Failure> =>
    run(call, input).then(
      () => {
        throw new Error("The request did not fail");
      },
      (failure: Failure) => failure,
    );
  return { sent, run, failureOf, network };
}

/** An answer whose body the test writes: `chunk`, then `end` or `breakOff`. */
export function writtenAnswer(headers: Record<string, string> = {}) {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      cancelled = true;
    },
  });
  return {
    answer: () => new Response(stream, { headers }),
    chunk: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    breakOff: (message: string) => controller?.error(new TypeError(message)),
    isCancelled: () => cancelled,
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(body === undefined ? null : JSON.stringify(body), { status, headers });

const responses = { 200: Type.Unknown(), 202: Type.Unknown() };
export const call = (method: (typeof METHODS)[number], reply: "json" | "bytes" = "json") =>
  defineCall({
    name: "test/call",
    method,
    endpoint: "/api/clients/:clientId/things",
    permission: "public",
    reply,
    ...(reply === "bytes" && { holds: "report" }),
    schema: { params: Type.Object({ clientId: Type.String() }), responses },
  });
export const params = { clientId: "c 1" };
