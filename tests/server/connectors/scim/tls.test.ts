import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { makeCertificate } from "../support/certificate.ts";
import { problemOf, environment } from "../support/environment.ts";

describe("an encrypted service", () => {
  let server: Server;
  let directory: string;
  let ca: string;
  const hosts: (string | undefined)[] = [];

  beforeAll(async () => {
    const made = makeCertificate("scim.example");
    directory = made.directory;
    ca = readFileSync(made.certificate, "utf8");
    server = createServer({ key: readFileSync(made.key), cert: ca }, (request, response) => {
      hosts.push(request.headers.host);
      response.end('{"totalResults":0}');
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  function open(host: string, authority: string) {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return scimConnector.open(
      { url: `https://${host}:${port}/scim`, ca: authority, authentication: "BEARER", token: "t" },
      environment({ hosts: { "scim.example": "127.0.0.1", "other.example": "127.0.0.1" } }),
    );
  }

  test("the name is looked up through the environment and checked in the certificate", async () => {
    const connection = await open("scim.example", ca);
    expect(await connection.test()).toEqual([
      "resolve",
      "connect",
      "secure",
      "signIn",
      "find",
      "read",
    ]);
    expect(hosts.at(-1)).toMatch(/^scim\.example:\d+$/);
    await connection.close();
  });

  test.each([
    ["names another host", "other.example", true],
    ["names no address", "127.0.0.1", true],
    ["is of an unknown authority", "scim.example", false],
  ])("a certificate that %s is refused", async (_name, host, isKnown) => {
    const connection = await open(host, isKnown ? ca : "");
    expect(await problemOf(connection.test())).toMatchObject({
      remedy: "certificateRefused",
      step: "secure",
    });
    await connection.close();
  });
});
