/** Security headers of the product's pages. */
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const SELF = ["'self'"];
const NONE = ["'none'"];

const FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
];

type Seconds = number;

/** Origins of Google's tag manager: its script and its reports. */
const TAG_MANAGER = "https://www.googletagmanager.com";
const TAG_REPORTS = [TAG_MANAGER, "https://*.google-analytics.com"];

export interface SecurityOptions {
  /** Browsers connect by HTTPS, which HSTS requires. */
  readonly behindTls: boolean;
  /** An analytics container is configured, and only then may pages load it. */
  readonly hasContainer: boolean;
}

/** One year, as browsers and auditors recommend. */
const STAY_SECURE: Seconds = 31_536_000;

/** For errors answered before any hook ran: text for a program, or a redirect to a page. */
export function bareHeaders(behindTls: boolean): Readonly<Record<string, string>> {
  return {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "credentialless",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(behindTls && {
      "strict-transport-security": `max-age=${STAY_SECURE}; includeSubDomains`,
    }),
  };
}

export async function addSecurityHeaders(
  app: FastifyInstance,
  { behindTls, hasContainer }: SecurityOptions,
): Promise<void> {
  const tags = hasContainer ? [TAG_MANAGER] : [];
  const reports = hasContainer ? TAG_REPORTS : [];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: NONE,
        scriptSrc: [...SELF, ...tags],
        scriptSrcAttr: NONE,
        styleSrc: SELF,
        imgSrc: ["'self'", "data:", ...reports],
        fontSrc: SELF,
        connectSrc: [...SELF, ...reports],
        workerSrc: SELF,
        manifestSrc: SELF,
        frameSrc: NONE,
        frameAncestors: NONE,
        objectSrc: NONE,
        baseUri: NONE,
        formAction: SELF,
        ...(behindTls && { upgradeInsecureRequests: [] }),
      },
    },
    // Both headers isolate the page, which may then share memory with its workers.
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: { policy: "credentialless" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: behindTls ? { maxAge: STAY_SECURE, includeSubDomains: true } : false,
  });
  const permissions = FEATURES.map((feature) => `${feature}=()`).join(", ");
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("permissions-policy", permissions);
    // Cacheable files set their own header. Everything else is not cached, whatever its address.
    reply.header("cache-control", "no-store");
  });
}
