/** The API's own description, made of the schemas by which it checks. */
import { createHash } from "node:crypto";
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";

/** Requests per address. Clients fetch the description once and revalidate it by its ETag. */
const RATE_LIMIT = { max: 60, timeWindow: 60_000 };
/** Clients revalidate after five minutes. */
const CACHE_CONTROL = "public, max-age=300";

/** Before the calls are mounted: it sees only routes that come later. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Provision", version },
    },
  });
  let description: { readonly text: string; readonly tag: string } | undefined;
  const describe = () => {
    const text = JSON.stringify(app.swagger());
    return { text, tag: `"${createHash("sha256").update(text).digest("base64url")}"` };
  };
  app.get(
    "/api/openapi.json",
    { schema: { hide: true }, config: { rateLimit: RATE_LIMIT } },
    async (request, reply) => {
      description ??= describe();
      const { text, tag } = description;
      reply.headers({ "cache-control": CACHE_CONTROL, etag: tag });
      if (request.headers["if-none-match"] === tag) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(text);
    },
  );
}
