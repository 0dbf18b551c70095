/** A server that is killed while it writes approved changes to a PostgreSQL database. */
import pg from "pg";
import { describe, inject } from "vitest";
import { outboundDraft } from "../server/mappings/support.ts";
import { copyPostgres } from "../server/support/databases.ts";
import { postgresConversation } from "./support/postgresMessages.ts";
import { testKillsWhileProvisioning } from "./support/provisioningKills.ts";
import { startWriteGate } from "./support/writeGate.ts";

const PASSWORD = "writer";

describe.skipIf(inject("postgresUrl") === null)("PostgreSQL", () => {
  testKillsWhileProvisioning("a PostgreSQL database", async (onMoment) => {
    const copy = await copyPostgres("");
    const url = new URL(copy.url);
    const database = url.pathname.slice(1);
    const admin = new pg.Client({ connectionString: copy.url });
    await admin.connect();
    // The trigger notes each write that is committed.
    await admin.query(`
      create role writer_${database} login password '${PASSWORD}';
      create table people (login text primary key, given text);
      create table writes (login text not null);
      create function note() returns trigger language plpgsql security definer as
        'begin insert into public.writes values (new.login); return new; end';
      create trigger note after insert or update on people for each row execute function note();
      grant select, insert, update on people to writer_${database};
    `);
    const gate = await startWriteGate(Number(url.port), postgresConversation, onMoment);
    return {
      system: {
        connectorId: 4,
        kind: "export",
        values: {
          host: "127.0.0.1",
          port: gate.port,
          database,
          user: `writer_${database}`,
          tls: "NONE",
          accounts: "people",
          idColumn: "login",
          entitlementSource: "NONE",
          create: "insert into people (login, given) values (:login, :given)",
          update: "update people set given = :given where login = :id",
        },
        secrets: { password: PASSWORD },
        mappings: [
          outboundDraft("username", "account/login"),
          outboundDraft("givenName", "account/given", { tolerant: false }),
        ],
      },
      nameAttribute: "given",
      writes: async () =>
        (await admin.query<{ login: string }>("select login from writes")).rows.map(
          ({ login }) => login,
        ),
      accounts: async () =>
        (await admin.query<{ login: string; given: string }>("select * from people")).rows.map(
          ({ login, given }) => [login, given] as const,
        ),
      close: async () => {
        gate.close();
        await admin.query(`drop owned by writer_${database}; drop role writer_${database}`);
        await admin.end();
        await copy.remove();
      },
    };
  });
});
