import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { databaseSource, openDatabase } from "#server/db/open.ts";
import { copyPostgres } from "../support/databases.ts";

const source = (url: string) => databaseSource({ DATABASE_URL: url }, "server");

describe("a database across a network", () => {
  test.each([
    "postgres://who:secret@db.example/provision",
    "postgres://who:secret@10.0.0.5:5432/provision",
    "postgres://who:secret@[fd00::5]/provision",
    "postgres://who:secret@localhost.example/provision",
    // The host in the query overrides that of the address.
    "postgres://who:secret@127.0.0.1/provision?host=db.example",
    "postgres://who:secret@db.example/provision?ssl=0",
    "postgres://who:secret@db.example/provision?sslmode=require&sslmode=disable",
    "postgres://who:secret@db.example/provision?uselibpqcompat=true&sslmode=require",
    "postgres://who:secret@db.example/provision?uselibpqcompat=true&sslmode=prefer",
  ])("is refused without TLS and a verified certificate: %s", (url) => {
    const refused = () => source(url);
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(
      /^DATABASE_URL leads over a network without TLS .* checked: .*sslmode=verify-full/,
    );
    expect(refused).not.toThrow(/secret|example/);
  });

  test.each([
    "postgres://who:secret@db.example/provision?sslmode=require",
    "postgres://who:secret@db.example/provision?sslmode=verify-ca",
    "postgresql://who:secret@db.example/provision?sslmode=verify-full",
    "postgres://who:secret@db.example/provision?ssl=true",
  ])("may be used with TLS: %s", (url) => expect(source(url)).toEqual({ url }));

  test.each(["disable", "no-verify"])(
    "may be used if the address explicitly allows it: %s",
    (mode) => {
      const url = `postgres://who:secret@db.example/provision?sslmode=${mode}`;
      expect(source(url)).toEqual({ url });
    },
  );

  test("is refused for a missing certificate file", () => {
    const url = "postgres://who:secret@db.example/provision?sslrootcert=/nowhere/ca.pem";
    expect(() => source(url)).toThrow(ConfigError);
    expect(() => source(url)).toThrow(/^DATABASE_URL cannot be used: ENOENT.*ca\.pem/);
  });
});

test.each([
  "postgres://who@localhost/provision",
  "postgres://who@127.0.0.2:6432/provision",
  "postgres://who@[::1]/provision",
  "postgres://who@%2Fvar%2Frun%2Fpostgresql/provision",
  "postgres:///provision?host=/var/run/postgresql",
])("a database on this machine needs no TLS: %s", (url) => expect(source(url)).toEqual({ url }));

test("a server without TLS learns no credentials when TLS is required", async () => {
  const sent: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("data", (bytes) => {
      sent.push(bytes);
      socket.write("N");
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const opened = openDatabase({
    url: `postgres://who:secret@127.0.0.1:${port}/provision?sslmode=verify-full`,
  });
  await expect(opened).rejects.toThrow("The server does not support SSL connections");
  // Only PostgreSQL's SSLRequest: 8 bytes, of which the last four are its code.
  expect(new Set(sent.map((bytes) => bytes.toString("hex")))).toEqual(
    new Set(["0000000804d2162f"]),
  );
});

describe.skipIf(inject("postgresUrl") === null)("on PostgreSQL", () => {
  test.each(["SQL_ASCII", "LATIN1"])(
    "a database with the encoding %s is refused with how to create another",
    async (encoding) => {
      const { url, remove } = await copyPostgres(
        `encoding '${encoding}' locale 'C' template template0`,
      );
      onTestFinished(remove);
      const opened = openDatabase({ url });
      await expect(opened).rejects.toThrow(ConfigError);
      await expect(opened).rejects.toThrow(
        `DATABASE_URL leads to a database with the encoding ${encoding}, which must be UTF8. ` +
          "Create one with: CREATE DATABASE provision ENCODING 'UTF8' TEMPLATE template0",
      );
    },
  );
});
