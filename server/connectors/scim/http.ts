/**
 * HTTP requests to the address that `resolveHost` allows. No redirect leads to another host, no answer is larger than
 * allowed, and every answer has its time.
 */
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Remedy, TestStep } from "#events/entities/connector.ts";
import { ConnectorError, type ConnectorEnvironment } from "../contract.ts";

export interface Request {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface HttpClient {
  /** @throws ConnectorError for problems of the network; an answer with an error status is returned */
  send(request: Request): Promise<Answer>;
  close(): void;
}

/** Bytes, unless the environment allows less. */
const MAX_ANSWER = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_CONNECTIONS = 4;

const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|ERR_OSSL_PEM)/;

const BY_CODE: Readonly<Record<string, readonly [Remedy, TestStep]>> = {
  ECONNREFUSED: ["connectionRefused", "connect"],
  EHOSTUNREACH: ["connectionRefused", "connect"],
  ENETUNREACH: ["connectionRefused", "connect"],
  ENOTFOUND: ["hostUnknown", "resolve"],
};

export function createHttpClient(environment: ConnectorEnvironment, ca: string | null): HttpClient {
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const maxAnswer = Math.min(MAX_ANSWER, environment.maxAnswer ?? MAX_ANSWER);
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };

  async function send(request: Request, redirects = 0): Promise<Answer> {
    const answer = await sendOnce(request);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || answer.status === 304) return answer;
    const target = URL.canParse(location ?? "", request.url)
      ? new URL(location ?? "", request.url)
      : null;
    // Another host would receive the credentials, and a repeated change might be made twice.
    if (
      target === null ||
      target.origin !== request.url.origin ||
      request.method !== "GET" ||
      redirects >= MAX_REDIRECTS
    ) {
      throw new ConnectorError(
        "redirected",
        "find",
        `${request.url.origin} redirects to ${target === null ? "an unknown address" : target.origin + target.pathname}.`,
      );
    }
    return send({ ...request, url: target }, redirects + 1);
  }

  async function sendOnce({ method, url, headers, body }: Request): Promise<Answer> {
    const { signal, answerTime, resolveHost } = environment;
    if (signal.aborted) throw ended(signal);
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const isSecure = url.protocol === "https:";
    const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
    // Node calls no lookup function for an address.
    const pinned = isIP(host) === 0 ? host : (await resolveHost(host, port)).address;
    const answerLookup = async (
      name: string,
      all: boolean,
      callback: Parameters<LookupFunction>[2],
    ): Promise<void> => {
      let found;
      try {
        found = await resolveHost(name, port);
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)), "");
        return;
      }
      if (all) callback(null, [{ address: found.address, family: found.family }]);
      else callback(null, found.address, found.family);
    };
    const lookup: LookupFunction = (name, { all }, callback) =>
      void answerLookup(name, all === true, callback);

    return new Promise((resolve, reject) => {
      let step: TestStep = "connect";
      const outgoing = (isSecure ? https : http).request({
        agent: agents[isSecure ? "https:" : "http:"],
        host: pinned,
        port,
        path: url.pathname + url.search,
        method,
        lookup,
        ...(isSecure && { ca: ca ?? undefined, servername: isIP(host) === 0 ? host : "" }),
        headers: {
          accept: "application/scim+json, application/json",
          "accept-encoding": "identity",
          "user-agent": "Provision",
          ...headers,
          host: url.host,
          ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
        },
      });
      const fail = (error: unknown): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        outgoing.destroy();
        reject(signal.aborted ? ended(signal) : toNetworkProblem(error, step));
      };
      const abort = (): void => fail(ended(signal));
      const timer = setTimeout(
        () => fail(new ConnectorError("timedOut", step, `No answer within ${answerTime} ms.`)),
        answerTime,
      );
      signal.addEventListener("abort", abort, { once: true });

      outgoing.on("socket", (socket) => {
        if (!outgoing.reusedSocket) {
          socket.once("connect", () => (step = isSecure ? "secure" : "read"));
          socket.once("secureConnect", () => (step = "read"));
        } else step = "read";
      });
      outgoing.on("error", fail);
      outgoing.on("response", (incoming) => {
        step = "read";
        const chunks: Buffer[] = [];
        let size = 0;
        incoming.on("error", fail);
        incoming.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size <= maxAnswer) chunks.push(chunk);
          else
            fail(
              new ConnectorError(
                "limitReached",
                "read",
                `An answer is larger than ${maxAnswer} bytes.`,
              ),
            );
        });
        incoming.on("end", () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
          const encoding = incoming.headers["content-encoding"] ?? "identity";
          if (encoding !== "identity") {
            reject(
              new ConnectorError("unreadable", "read", `The answer is encoded as ${encoding}.`),
            );
            return;
          }
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks),
          });
        });
      });
      outgoing.end(body);
    });
  }

  return {
    send: (request) => send(request),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function ended(signal: AbortSignal): ConnectorError {
  return new ConnectorError("timedOut", "read", "The operation was ended.", {
    cause: signal.reason,
  });
}

function toNetworkProblem(error: unknown, step: TestStep): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const known = BY_CODE[code];
  if (known !== undefined) return new ConnectorError(known[0], known[1], message);
  if (CERTIFICATE.test(code) || step === "secure") {
    return new ConnectorError("certificateRefused", "secure", message);
  }
  if (code.startsWith("HPE_")) return new ConnectorError("unreadable", step, message);
  return new ConnectorError("systemFailed", step, message);
}
