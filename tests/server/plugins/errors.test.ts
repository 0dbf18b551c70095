import { once } from "node:events";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { ERROR_CODES } from "#events/entities/error.ts";
import { message } from "#events/messages/message.ts";
import { DatabaseUnavailableError, DiskFullError } from "#server/db/errors.ts";
import { answerErrors } from "#server/plugins/errorReplies.ts";
import { ApiError, invalid, notFound, notPermitted, toApiError } from "#server/plugins/errors.ts";

function withCode(code: string, message = "inner words"): Error {
  return Object.assign(new Error(message), { code });
}

test.each([
  [notFound("orgs.notFound"), "ENOTFOUND"],
  [invalid("/query/sort", message("values.unknown")), "EINVALID"],
  [new DiskFullError(null), "EDISKFULL"],
  [withCode("53100"), "EDISKFULL"],
  [withCode("ENOSPC"), "EDISKFULL"],
  [new DatabaseUnavailableError("inner words"), "EUNAVAILABLE"],
  [withCode("ECONNREFUSED"), "EUNAVAILABLE"],
  [withCode("ECONNRESET"), "EUNAVAILABLE"],
  [withCode("08006"), "EUNAVAILABLE"],
  [withCode("57P01"), "EUNAVAILABLE"],
  [withCode("53300"), "EUNAVAILABLE"],
  [new Error("timeout exceeded when trying to connect"), "EUNAVAILABLE"],
  [new Error("Connection terminated due to connection timeout"), "EUNAVAILABLE"],
  [new Error("Connection terminated unexpectedly"), "EUNAVAILABLE"],
  [new Error("Client has encountered a connection error and is not queryable"), "EUNAVAILABLE"],
  [withCode("EAI_AGAIN"), "EUNAVAILABLE"],
  [withCode("EHOSTUNREACH"), "EUNAVAILABLE"],
  [withCode("ENETUNREACH"), "EUNAVAILABLE"],
  [withCode("25P03"), "EUNAVAILABLE"],
  [withCode("55P03"), "EUNAVAILABLE"],
  [withCode("57014"), "EUNAVAILABLE"],
  [withCode("22021"), "EINVALID"],
  [withCode("23505"), "EINTERNAL"],
  [new TypeError("inner words"), "EINTERNAL"],
  ["a string", "EINTERNAL"],
  [null, "EINTERNAL"],
] as const)("%s is answered as %s", (error, code) => {
  const answer = toApiError(error);
  expect(answer.code).toBe(code);
  expect(answer.statusCode).toBe(ERROR_CODES[code]);
  expect(answer.body.message).not.toContain("inner words");
});

test("an error contains its code, message and detail, and the invalid fields only if there are any", () => {
  expect(notFound("orgs.notFound").body).toEqual({
    code: "ENOTFOUND",
    message: "Org not found",
    detail: { code: "orgs.notFound" },
  });
  const reason = message("fields.tooLong", { max: 255 });
  expect(invalid("/body/0", reason).body).toEqual({
    code: "EINVALID",
    message: "The request is invalid",
    detail: { code: "requests.invalid" },
    fields: [{ path: "/body/0", message: "Enter at most 255 characters", detail: reason }],
  });
});

test("an error thrown anywhere is sent as JSON with its status", async () => {
  const app = Fastify();
  answerErrors(app);
  app.get("/known", async () => {
    throw new ApiError("EFORBIDDEN", message("requests.notPermitted"));
  });
  app.get("/unknown", async () => {
    throw new Error("inner words");
  });
  const known = await app.inject("/known");
  expect([known.statusCode, known.json()]).toEqual([403, notPermitted().body]);
  const unknown = await app.inject("/unknown");
  expect([unknown.statusCode, unknown.json()]).toEqual([
    500,
    {
      code: "EINTERNAL",
      message: "Something went wrong on the server",
      detail: { code: "server.failed" },
    },
  ]);
  await app.close();
});

test("a client that disconnects before the first byte of a stream leaves no error in the log", async () => {
  const lines: string[] = [];
  const logger = { level: "warn", stream: { write: (line: string) => lines.push(line) } };
  const app = Fastify({ logger, forceCloseConnections: true });
  answerErrors(app);
  const stream = new Readable({ read() {} });
  const leaving = new AbortController();
  app.post("/stream", async (_request, reply) => {
    leaving.abort();
    await once(reply.raw, "close");
    return reply.send(stream);
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const closed = once(stream, "close");
  const asked = fetch(`${address}/stream`, { method: "POST", body: "x", signal: leaving.signal });
  await expect(asked).rejects.toThrow();
  await closed;
  await app.close();
  expect(lines).toEqual([]);
});
