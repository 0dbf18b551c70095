/** The assembled HTTP server, which does not listen yet. */
import { readFileSync } from "node:fs";
import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { ALL_CALLS } from "#events/catalogue.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { AccessGraphs } from "./access/loadGraph.ts";
import { limitRequestsOfUsers } from "./auth/requestLimit.ts";
import { TransferLimit } from "./auth/transferLimit.ts";
import { LargeBodies } from "./bodies/largeBodies.ts";
import type { Config } from "./config.ts";
import { DOMAINS } from "./domains.ts";
import { serveDocs } from "./docs/serveDocs.ts";
import { serveHealth } from "./health.ts";
import { refuseOtherMethods } from "./mount.ts";
import { answerErrors, answerMalformed, earlyErrorSender } from "./plugins/errorReplies.ts";
import { ApiError } from "./plugins/errors.ts";
import { refuseDuplicateHosts } from "./plugins/hostHeader.ts";
import { readJsonBodies } from "./bodies/jsonBodies.ts";
import { LARGE_BODY } from "./bodies/receiveBody.ts";
import { describeApi } from "./plugins/openapi/describeApi.ts";
import { pathOf } from "./plugins/requests.ts";
import { addSecurityHeaders } from "./plugins/security.ts";
import { serveClient } from "./plugins/staticFiles.ts";
import { redirectToHttps } from "./plugins/httpsRedirect.ts";
import type { Services } from "./services.ts";

const REQUEST_TIMEOUT: Milliseconds = 120_000;
/** Closes idle connections after this time. Clients give up earlier. */
const STILL_CONNECTION: Milliseconds = 120_000;

export interface AppOptions {
  /** The directory of the built client; null = only the API. */
  readonly clientDirectory: string | null;
}

export async function buildApp(
  services: Services,
  { clientDirectory }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = services;
  const app = fastify({
    bodyLimit: LARGE_BODY,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: STILL_CONNECTION,
    trustProxy: trustedProxies(config.trustProxy),
    forceCloseConnections: "idle",
    logger: {
      level: config.logLevel,
      stream: process.stderr,
      serializers: { req: describeRequest },
    },
    frameworkErrors: earlyErrorSender(config.behindTls),
    clientErrorHandler: answerMalformed,
    routerOptions: { ignoreTrailingSlash: false },
    return503OnClosing: false,
  });
  app.decorate("services", services);
  app.decorate("mountedCalls", new Set<string>());
  app.decorate("transfers", new TransferLimit());
  app.decorate("accessGraphs", new AccessGraphs());
  app.decorateRequest("access", null);
  app.decorateRequest("begunAt", null);
  // Input is checked by `mountCall`, and replies are plain JSON: no field is coerced or dropped on the way.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);

  answerErrors(app);
  const largeBodies = new LargeBodies();
  readJsonBodies(app, largeBodies);
  await addSecurityHeaders(app, {
    behindTls: config.behindTls,
    hasContainer: config.gtmContainerId !== null,
  });
  refuseDuplicateHosts(app);
  redirectToHttps(app);
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError(
        "ETOOMANYREQUESTS",
        message("requests.tooManyAttempts", { time: Math.ceil(ttl / 1000) }),
      ),
  });
  limitRequestsOfUsers(app);
  await describeApi(app, readVersion());

  app.addHook("onClose", () => services.background.end());
  app.addHook("onClose", () => largeBodies.end());
  for (const mount of DOMAINS) mount(app);
  refuseOtherMethods(app, ALL_CALLS);
  serveHealth(app);
  serveDocs(app, clientDirectory);
  await serveClient(app, clientDirectory);
  return app;
}

/**
 * Each proxy appends its peer's address to `X-Forwarded-For`. Earlier entries come from the client, and limits must not
 * trust them.
 */
function trustedProxies(proxies: Config["trustProxy"]) {
  return typeof proxies === "number" ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** Without its query, which may contain tokens. */
function describeRequest({ method, url, ip }: FastifyRequest) {
  return { method, path: pathOf(url), address: ip };
}

function readVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
