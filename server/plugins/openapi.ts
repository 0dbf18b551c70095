/** The API's own description, made of the schemas by which it checks. */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";

/** Before the calls are mounted: it sees only routes that come later. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Provision", version },
    },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}
