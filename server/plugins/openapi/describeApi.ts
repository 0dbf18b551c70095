/** The API description, generated from the schemas that check requests. */
import { createHash } from "node:crypto";
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { SECURITY_SCHEMES } from "./operation.ts";
import { exampleOf, type JsonSchema } from "./schemaExample.ts";
import { TAGS } from "./tags.ts";

/** Requests per address. Clients fetch the description once and revalidate it by its ETag. */
const RATE_LIMIT = { max: 60, timeWindow: 60_000 };
/** Clients revalidate after five minutes. */
const CACHE_CONTROL = "public, max-age=300";

const DESCRIPTION =
  "The API that the web application of Provision uses. Bodies are JSON in UTF-8. " +
  "Errors have a code, an English message, and the fields of the request that are wrong.";

/** Registered before the calls, because it sees only later routes. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  const { host, port, publicUrl } = app.services.config;
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Provision",
        version,
        description: DESCRIPTION,
        license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      },
      servers: [{ url: publicUrl === null ? `http://${host}:${port}` : new URL(publicUrl).origin }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
  });
  let description: { readonly text: string; readonly tag: string } | undefined;
  const describe = () => {
    const text = JSON.stringify(complete(app.swagger() as unknown as Document));
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

/** The parts of an OpenAPI document that are completed here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly requestBody?: { readonly content: Contents };
  readonly parameters?: readonly { readonly name: string; readonly schema: JsonSchema }[];
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

type Contents = Readonly<Record<string, { readonly schema: JsonSchema }>>;

const STATUSES: Readonly<Record<string, string>> = {
  "200": "Success",
  "201": "Created",
  "202": "Not finished: ask again later",
  "4XX": "The request was refused",
  "5XX": "The server failed",
};

/** Adds examples and descriptions of each status. */
function complete(document: Document): Document {
  const operations = Object.entries(document.paths).map(([path, methods]) => {
    const completed = Object.entries(methods).map(([method, operation]) => [
      method,
      completeOperation(operation),
    ]);
    return [path, Object.fromEntries(completed)];
  });
  return { ...document, paths: Object.fromEntries(operations) };
}

function completeOperation({ requestBody, parameters, responses, ...rest }: Operation) {
  return {
    ...rest,
    ...(parameters && {
      parameters: parameters.map((one) => ({ ...one, ...exampleIn(one.schema, one.name) })),
    }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: withExamples(requestBody.content) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        {
          ...response,
          description: STATUSES[status] ?? "Success",
          ...(response.content && { content: withExamples(response.content) }),
        },
      ]),
    ),
  };
}

function withExamples(contents: Contents) {
  return Object.fromEntries(
    Object.entries(contents).map(([type, content]) => [
      type,
      { ...content, ...exampleIn(content.schema) },
    ]),
  );
}

function exampleIn(schema: JsonSchema, name?: string): { readonly example?: unknown } {
  const example = exampleOf(schema, name);
  return example === undefined ? {} : { example };
}
