/** A PostgreSQL database from the catalogue to Live. */
import pg from "pg";
import { SystemJourney } from "./support/connectSystem.ts";
import { POSTGRES_URL } from "./support/server.ts";
import { test } from "./support/test.ts";

const DATABASE = "teller_accounts";
const READER = { name: "teller_reader", password: "a reader's pass word" };

test.use({ serverOf: "systems" });

test("[CONN-2] [RES-15] an administrator connects a PostgreSQL database @once", async ({
  signedIn: page,
}) => {
  const cluster = process.env[POSTGRES_URL];
  test.skip(cluster === undefined, "There is no PostgreSQL on this system");
  const url = new URL(cluster ?? "");
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${DATABASE}`);
  url.pathname = DATABASE;
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  await owner.query(`
    create role ${READER.name} login password '${READER.password.replaceAll("'", "''")}';
    create table tellers (id int primary key, login text, enabled bool, rights text);
    insert into tellers values (1, 'ada', true, 'Drawer,Vault'), (2, 'grace', false, '');
    grant select on tellers to ${READER.name};
  `);
  await owner.end();
  try {
    const journey = new SystemJourney(page, "Teller database");
    await test.step("configures and tests it", async () => {
      await journey.add("PostgreSQL database");
      await page.getByRole("textbox", { name: "Port" }).fill(url.port);
      await journey.choose({
        Encryption: "None",
        "Where are the entitlements?": "In a column of the account",
      });
      await journey.fill({
        Host: url.hostname,
        Database: DATABASE,
        User: READER.name,
        Accounts: "tellers",
        "Column of the id": "id",
        "Column of the account name": "login",
        "Column of the account status": "enabled",
        "Column of entitlements": "rights",
      });
      await page.getByLabel("Password", { exact: true }).fill(READER.password);
      await journey.save();
      await journey.test();
    });
    await test.step("publishes, imports and confirms it", async () => {
      await journey.publish();
      await journey.import("grace");
      await journey.confirm();
    });
  } finally {
    await admin.query(`drop database ${DATABASE} with (force)`);
    await admin.query(`drop role ${READER.name}`);
    await admin.end();
  }
});
