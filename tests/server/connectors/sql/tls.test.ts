import { chownSync, readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlConnector } from "#server/connectors/sql/index.ts";
import {
  findBinaries,
  ordinaryUser,
  startPostgres,
  type PostgresCluster,
} from "../../support/postgres.ts";
import { makeCertificate } from "../support/certificate.ts";
import { problemOf, environment } from "../support/environment.ts";

const binaries = findBinaries();

describe.skipIf(binaries === null)("an encrypted connection", () => {
  let cluster: PostgresCluster;
  let directory: string;
  let ca: string;

  beforeAll(async () => {
    const made = makeCertificate("db.example");
    directory = made.directory;
    const user = ordinaryUser();
    if (user.uid !== undefined) chownSync(made.key, user.uid, user.gid);
    ca = readFileSync(made.certificate, "utf8");
    cluster = await startPostgres(String(binaries), {
      ssl: "on",
      ssl_cert_file: made.certificate,
      ssl_key_file: made.key,
      fsync: "off",
    });
  });
  afterAll(async () => {
    await cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function attempt(host: string, tls: string, authority = ca) {
    const url = new URL(cluster.url);
    const connection = await sqlConnector.open(
      {
        host,
        port: Number(url.port),
        database: "postgres",
        user: url.username,
        password: url.password,
        tls,
        ca: authority,
        accounts: "select 1 as id where (select ssl from pg_stat_ssl where pid = pg_backend_pid())",
        idColumn: "id",
      },
      environment({ hosts: { "db.example": "127.0.0.1", "other.example": "127.0.0.1" } }),
    );
    return connection;
  }

  test("a certificate of the given authority that names the host is accepted", async () => {
    const connection = await attempt("db.example", "VERIFIED");
    expect(await connection.test()).toEqual([
      "resolve",
      "connect",
      "secure",
      "signIn",
      "find",
      "read",
    ]);
    const [account] = await connection.discoverSchema();
    if (account === undefined) throw new Error("No class");
    const first = await connection.search(account, 10).next();
    expect(first.value).toHaveLength(1);
    await connection.close();
  });

  test.each([
    ["names another host", "other.example", "given"],
    ["names no address", "127.0.0.1", "given"],
    ["is of an unknown authority", "db.example", ""],
  ])("a certificate that %s is refused, unless any is accepted", async (_name, host, authority) => {
    const verified = await attempt(host, "VERIFIED", authority === "" ? "" : ca);
    expect(await problemOf(verified.test())).toMatchObject({
      remedy: "certificateRefused",
      step: "secure",
    });
    const any = await attempt(host, "REQUIRED");
    expect(await any.test()).toContain("secure");
  });
});
