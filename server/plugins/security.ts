/** Headers that tell browsers what pages of ours may do. */
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

/** @param behindTls whether browsers come by https: only then may they be told to stay there. */
export async function addSecurityHeaders(app: FastifyInstance, behindTls: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: SELF,
        scriptSrc: SELF,
        scriptSrcAttr: NONE,
        styleSrc: SELF,
        imgSrc: ["'self'", "data:"],
        fontSrc: SELF,
        connectSrc: SELF,
        workerSrc: SELF,
        manifestSrc: SELF,
        frameSrc: NONE,
        frameAncestors: NONE,
        objectSrc: NONE,
        baseUri: SELF,
        formAction: SELF,
        ...(behindTls && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: behindTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  const permissions = FEATURES.map((feature) => `${feature}=()`).join(", ");
  app.addHook("onRequest", async (request, reply) => {
    reply.header("permissions-policy", permissions);
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
}
