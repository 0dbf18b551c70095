/** Requests to the endpoints of SCIM: signed in, repeated when the service asks to wait, and with answers as JSON. */
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectorError, type ConnectorEnvironment } from "../contract.ts";
import { createCredentials } from "./authorization.ts";
import { createHttpClient, type Request } from "./http.ts";
import { parseObject, type Json } from "./json.ts";
import { redact, retryAfter, toProblem } from "./problems.ts";
import type { Settings } from "./settings.ts";

export interface Reply {
  readonly status: number;
  /** Empty if the answer has no body. */
  readonly body: Json;
  readonly etag: string | null;
  /** The service's time, if it said so. */
  readonly date: number | null;
}

export interface ScimClient {
  readonly settings: Settings;
  /**
   * @param path below the base address, with its query
   * @throws ConnectorError for problems of the network and for every error status
   */
  request(
    method: Request["method"],
    path: string,
    options?: { readonly body?: Json; readonly ifMatch?: string | null },
  ): Promise<Reply>;
  close(): void;
}

const MAX_RETRIES = 3;
/** The longest wait for a retry of our own; the caller learns of longer ones. Milliseconds. */
const MAX_WAIT = 5_000;
const FIRST_WAIT = 500;

export function createScimClient(
  settings: Settings,
  environment: ConnectorEnvironment,
): ScimClient {
  const http = createHttpClient(environment, settings.ca);
  const credentials = createCredentials(
    settings,
    http,
    environment.storeSecrets ?? (() => Promise.resolve()),
  );
  const { signal } = environment;
  /** The service may repeat what it was sent. */
  const hidden = new Set(settings.secrets);

  async function send(request: Request, retries: number): Promise<Reply> {
    const authorization = await credentials.header();
    hidden.add(authorization.replace(/^\w+ /, ""));
    const answer = await http.send({ ...request, headers: { ...request.headers, authorization } });
    const { status, headers, body } = answer;
    if (status === 401 && credentials.renew()) return send(request, retries);
    // Only these say that the request was not processed.
    if (
      (status === 429 || (status === 503 && headers["retry-after"] !== undefined)) &&
      retries > 0
    ) {
      const wait = retryAfter(headers["retry-after"]) ?? FIRST_WAIT * 2 ** (MAX_RETRIES - retries);
      if (wait <= MAX_WAIT) {
        await pause(wait);
        return send(request, retries - 1);
      }
    }
    if (status < 200 || status >= 300) throw toProblem(answer, [...hidden]);
    const date = Date.parse(headers.date ?? "");
    return {
      status,
      body: body.length === 0 ? {} : parseObject(body, "The answer"),
      etag: headers.etag ?? null,
      date: Number.isNaN(date) ? null : date,
    };
  }

  async function pause(wait: number): Promise<void> {
    try {
      await sleep(wait, undefined, { signal });
    } catch (cause) {
      throw new ConnectorError("timedOut", "read", "The operation was ended.", { cause });
    }
  }

  return {
    settings,
    async request(method, path, { body, ifMatch = null } = {}) {
      try {
        return await send(
          {
            method,
            url: new URL(settings.base.href + path),
            headers: {
              ...(body !== undefined && { "content-type": "application/scim+json" }),
              ...(ifMatch !== null && { "if-match": ifMatch }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          },
          MAX_RETRIES,
        );
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error;
        const { remedy, step, retryAfter: wait, message, cause } = error;
        const options = { cause, ...(wait !== null && { retryAfter: wait }) };
        throw new ConnectorError(remedy, step, redact(message, [...hidden]), options);
      }
    },
    close: () => http.close(),
  };
}
