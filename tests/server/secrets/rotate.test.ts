/** Replacing the key of the database's secrets: complete, or not at all. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql, type Kysely } from "kysely";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { totpContext } from "#server/auth/factors/enrolment.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { encryptAgain, finishRotation, rotateKeyFile } from "#server/secrets/rotate.ts";
import { fixKey, loadSecretKey, SecretKeyError } from "#server/secrets/secretKey.ts";
import { createSecrets, SecretUnreadableError, type Secrets } from "#server/secrets/secrets.ts";
import { readSecrets, writeSecrets } from "#server/systems/secrets.ts";
import { SHORT_LIVED } from "../../support/shortLived.ts";
import { copyEmbedded, copyPostgres, eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

const AT = new Date("2026-03-02T09:00:00Z");
const BUILT = fileURLToPath(new URL("../../../dist/server/rotateSecrets.js", import.meta.url));
const newSecrets = () => createSecrets(randomBytes(32));

async function fill(db: Kysely<Database>): Promise<TestDirectory> {
  const directory = await fillDirectory(db);
  await db
    .insertInto("connected_systems")
    .values({
      client_id: directory.clientId,
      resource_id: directory.resources.erp,
      connector_id: 2,
      kind: "export",
      settings: JSON.stringify(DEFAULT_SETTINGS),
      created_at: AT,
    })
    .execute();
  return directory;
}

const RECEIVERS = "receivers";

const placeOf = ({ clientId, resources }: TestDirectory) => ({
  clientId,
  resourceId: resources.erp,
});

/** A secret of a system and one of an authenticator app. */
async function store(db: Kysely<Database>, directory: TestDirectory, secrets: Secrets) {
  const userId = directory.users.keeper ?? "";
  await fixKey(db, secrets);
  await writeSecrets(db, secrets, placeOf(directory), {
    values: [{ fieldId: "password", value: "s3cret" }],
    receivers: RECEIVERS,
    version: 1,
  });
  await db
    .insertInto("factors")
    .values({
      id: userId,
      user_id: userId,
      kind: "totp",
      name: "App",
      created_at: AT,
      secret: secrets.encrypt(Buffer.from("seed"), totpContext(userId)),
    })
    .execute();
}

/** What is readable with a key. */
async function read(db: Kysely<Database>, directory: TestDirectory, secrets: Secrets) {
  const factor = await db.selectFrom("factors").select(["user_id", "secret"]).executeTakeFirst();
  const { values } = await readSecrets(db, secrets, placeOf(directory), RECEIVERS);
  const seed =
    factor?.secret && secrets.decrypt(factor.secret, totpContext(factor.user_id)).toString();
  return { password: values["password"], seed };
}
const ALL = { password: "s3cret", seed: "seed" };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "provision-key-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function start(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...SHORT_LIVED, BUILT], {
    env: { ...process.env, DATABASE_URL: "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (text += bytes.toString()));
  const ended = once(child, "close").then(() => ({ exitCode: child.exitCode, text }));
  return { child, ended };
}

eachDatabase((database) => {
  let directory: TestDirectory;
  let db: Kysely<Database>;
  beforeAll(async () => {
    ({ db } = database.current);
    directory = await fill(db);
  });
  beforeEach(async () => {
    await db.deleteFrom("factors").execute();
    await db.deleteFrom("system_secrets").execute();
    await db.deleteFrom("settings").where("key", "=", "secretKeyFingerprint").execute();
  });

  test("all secrets are readable with the new key alone, and the change is audited", async () => {
    const [old, next] = [newSecrets(), newSecrets()];
    await store(db, directory, old);
    expect(await encryptAgain(db, old, next, AT)).toBe(2);
    expect(await read(db, directory, next)).toEqual(ALL);
    await expect(read(db, directory, old)).rejects.toThrow(SecretUnreadableError);
    await expect(fixKey(db, old)).rejects.toThrow(SecretKeyError);
    const entry = await db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "server/secretKeyRotated")
      .executeTakeFirst();
    expect(entry?.after).toEqual({ secrets: 2 });
  });

  test("a wrong key and a damaged secret change nothing", async () => {
    const [old, next] = [newSecrets(), newSecrets()];
    await store(db, directory, old);
    await expect(encryptAgain(db, newSecrets(), next, AT)).rejects.toThrow(SecretKeyError);
    expect(await read(db, directory, old)).toEqual(ALL);
    const { sealed } = await db
      .selectFrom("system_secrets")
      .select("sealed")
      .executeTakeFirstOrThrow();
    const damaged = Buffer.from(sealed);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    await db.updateTable("system_secrets").set({ sealed: damaged }).execute();
    await expect(encryptAgain(db, old, next, AT)).rejects.toThrow(SecretUnreadableError);
    await db.updateTable("system_secrets").set({ sealed }).execute();
    expect(await read(db, directory, old)).toEqual(ALL);
  });

  test("the key file is replaced, and the former one kept", async () => {
    const dataDirectory = folder();
    const load = () => createSecrets(loadSecretKey({ secretKey: null, dataDirectory }));
    const old = load();
    await store(db, directory, old);
    const former = readFileSync(join(dataDirectory, "secret.key"), "utf8");
    await rotateKeyFile(db, dataDirectory, old, AT);
    expect(await read(db, directory, load())).toEqual(ALL);
    expect(readFileSync(join(dataDirectory, "secret.key.old"), "utf8")).toBe(former);
    for (const file of ["secret.key", "secret.key.old"]) {
      expect(statSync(join(dataDirectory, file)).mode & 0o777).toBe(0o600);
    }
    expect(existsSync(join(dataDirectory, "secret.key.new"))).toBe(false);
  });

  test("an interrupted rotation is completed or taken back by what the database has", async () => {
    const dataDirectory = folder();
    const load = () => createSecrets(loadSecretKey({ secretKey: null, dataDirectory }));
    const old = load();
    await store(db, directory, old);
    const next = randomBytes(32);
    const written = () => {
      writeFileSync(join(dataDirectory, "secret.key.new"), `${next.toString("base64")}\n`);
    };
    written();
    await finishRotation(db, dataDirectory);
    expect(load().fingerprint).toBe(old.fingerprint);
    writeFileSync(join(dataDirectory, "secret.key.new"), "half");
    await finishRotation(db, dataDirectory);
    expect(load().fingerprint).toBe(old.fingerprint);
    await encryptAgain(db, old, createSecrets(next), AT);
    written();
    await finishRotation(db, dataDirectory);
    expect(await read(db, directory, load())).toEqual(ALL);
  });
});

describe("npm run rotate-secrets", () => {
  test("replaces the key file of a data directory", { timeout: 180_000 }, async () => {
    const { dataDir: dataDirectory, remove } = copyEmbedded();
    onTestFinished(remove);
    const load = () => createSecrets(loadSecretKey({ secretKey: null, dataDirectory }));
    const old = load();
    const before = await openDatabase({ dataDir: dataDirectory });
    const directory = await fill(before.db);
    await store(before.db, directory, old);
    const held = await start({ PROVISION_DATA_DIR: dataDirectory }).ended;
    expect(held.exitCode, held.text).toBe(3);
    await before.close();
    const done = await start({ PROVISION_DATA_DIR: dataDirectory }).ended;
    expect(done.exitCode, done.text).toBe(0);
    expect(done.text).toContain("2 secrets have a new key");
    const after = await openDatabase({ dataDir: dataDirectory });
    onTestFinished(() => after.close());
    expect(await read(after.db, directory, load())).toEqual(ALL);
    expect(load().fingerprint).not.toBe(old.fingerprint);
  });

  test(
    "is complete or not at all when it is killed, and refuses a wrong key",
    { timeout: 180_000 },
    async () => {
      const { url, remove } = await copyPostgres();
      onTestFinished(remove);
      const database = await openDatabase({ url });
      onTestFinished(() => database.close());
      const { db } = database;
      const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
      const directory = await fill(db);
      await store(db, directory, createSecrets(oldKey));
      const environment = {
        DATABASE_URL: url,
        PROVISION_SECRET_KEY: oldKey.toString("base64"),
        PROVISION_NEW_SECRET_KEY: newKey.toString("base64"),
      };
      // It waits for this row after it has encrypted the factor again.
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom("system_secrets").select("field_id").forUpdate().execute();
        const { child, ended } = start(environment);
        for (let waits = 0; waits === 0;) {
          const { rows } = await sql<{ waits: number }>`
          select count(*)::int as waits from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(database.background);
          waits = rows[0]?.waits ?? 0;
          expect(child.exitCode).toBeNull();
        }
        child.kill("SIGKILL");
        await ended;
      });
      expect(await read(db, directory, createSecrets(oldKey))).toEqual(ALL);
      const wrong = await start({
        ...environment,
        PROVISION_SECRET_KEY: randomBytes(32).toString("base64"),
      }).ended;
      expect(wrong.exitCode, wrong.text).toBe(2);
      expect(wrong.text).toContain("encrypted with another key");
      const done = await start(environment).ended;
      expect(done.exitCode, done.text).toBe(0);
      expect(await read(db, directory, createSecrets(newKey))).toEqual(ALL);
      const again = await start(environment).ended;
      expect(again.text).toContain("already have the new key");
    },
  );
});
