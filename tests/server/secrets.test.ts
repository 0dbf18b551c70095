import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import {
  fixKey,
  KEY_FILE,
  loadSecretKey,
  requireSameKey,
  SecretKeyError,
} from "#server/secrets/secretKey.ts";
import { createSecrets, SecretUnreadableError } from "#server/secrets/secrets.ts";
import { eachDatabase } from "./support/databases.ts";

const KEY = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "provision-key-"));
});
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

test("a secret is decrypted only with its key and context, and encrypted differently each time", () => {
  const secrets = createSecrets(KEY);
  const value = Buffer.from("swordfish");
  const sealed = secrets.encrypt(value, "totp 1");
  expect(secrets.decrypt(sealed, "totp 1")).toEqual(value);
  expect(secrets.encrypt(value, "totp 1")).not.toEqual(sealed);
  expect(sealed.includes(value)).toBe(false);
  expect(() => secrets.decrypt(sealed, "totp 2")).toThrow(SecretUnreadableError);
  expect(() => createSecrets(OTHER).decrypt(sealed, "totp 1")).toThrow(SecretUnreadableError);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secrets.decrypt(changed, "totp 1"), String(at)).toThrow(SecretUnreadableError);
  }
  expect(() => secrets.decrypt(Buffer.alloc(0), "totp 1")).toThrow(SecretUnreadableError);
});

test("a derived secret is the same each time, and differs for each purpose and key", () => {
  const derived = createSecrets(KEY).derive("event log of 1");
  expect(derived).toHaveLength(32);
  expect(createSecrets(KEY).derive("event log of 1")).toEqual(derived);
  const others = [
    KEY,
    createSecrets(KEY).derive("event log of 2"),
    createSecrets(OTHER).derive("event log of 1"),
  ];
  for (const other of others) expect(other).not.toEqual(derived);
});

test("without a variable the key is generated once, in a file that only its user can read", () => {
  const before = process.umask(0);
  try {
    const made = loadSecretKey({ secretKey: null, dataDirectory });
    expect(made).toHaveLength(32);
    const path = join(dataDirectory, KEY_FILE);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(loadSecretKey({ secretKey: null, dataDirectory })).toEqual(made);
    expect(readFileSync(path, "utf8").trim()).toBe(made.toString("base64"));
    chmodSync(path, 0o644);
    loadSecretKey({ secretKey: null, dataDirectory });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  } finally {
    process.umask(before);
  }
});

test("a key file without a key is refused with what to do", () => {
  writeFileSync(join(dataDirectory, KEY_FILE), "short\n");
  expect(() => loadSecretKey({ secretKey: null, dataDirectory })).toThrow(
    /Restore it from a backup/,
  );
});

test("the variable must be 32 bytes in base64, and the refusal does not repeat it", () => {
  const text = KEY.toString("base64");
  expect(readConfig({ PROVISION_SECRET_KEY: text }).secretKey).toEqual(KEY);
  expect(() => readConfig({ PROVISION_SECRET_KEY: "swordfish" })).toThrow(
    /^PROVISION_SECRET_KEY must be 32 random bytes in base64(?!.*swordfish)/,
  );
});

eachDatabase((database) => {
  test("the first secret fixes the key of the database, and another key is refused", async () => {
    const { db } = database.current;
    const [secrets, others] = [createSecrets(KEY), createSecrets(OTHER)];
    await requireSameKey(db, secrets);
    await requireSameKey(db, others);
    await fixKey(db, secrets);
    await fixKey(db, secrets);
    await requireSameKey(db, secrets);
    await expect(requireSameKey(db, others)).rejects.toThrow(SecretKeyError);
    await expect(fixKey(db, others)).rejects.toThrow(SecretKeyError);
  });
});
