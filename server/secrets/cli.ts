/** `npm run rotate-secrets`: replaces the key with which the database's secrets are encrypted. */
import { ConfigError, readSetting } from "../config.ts";
import {
  DatabaseUnavailableError,
  DataDirectoryInUseError,
  DiskFullError,
  isUnreachable,
  translateDatabaseError,
} from "../db/errors.ts";
import { databaseSource, openDatabase } from "../db/open.ts";
import { denyOtherUsers } from "../db/privateFiles.ts";
import { encryptAgain, finishRotation, rotateKeyFile } from "./rotate.ts";
import { loadSecretKey, requireSameKey, SecretKeyError } from "./secretKey.ts";
import { createSecrets, SecretUnreadableError } from "./secrets.ts";

const EXIT_UNEXPECTED = 1;
const EXIT_WRONG_KEY = 2;
const EXIT_IN_USE = 3;

const USAGE = `Replaces the key that encrypts the secrets in the database, and encrypts all of them again.
Stop all servers first. If this is interrupted, run it again.

  npm run rotate-secrets

With the key file secret.key, a new key is made; the former one is kept as secret.key.old.
With PROVISION_SECRET_KEY, set PROVISION_NEW_SECRET_KEY to the new key, and start the servers with it afterwards.
Exit codes: 0 replaced, 2 a wrong or missing key, 3 the directory is in use, 1 anything else.
`;

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length > 0) {
    const isHelp = argv.every((option) => option === "--help" || option === "-h");
    (isHelp ? process.stdout : process.stderr).write(USAGE);
    return isHelp ? 0 : EXIT_WRONG_KEY;
  }
  try {
    process.stdout.write(`${await rotate()}\n`);
    return 0;
  } catch (thrown) {
    const error = translateDatabaseError(thrown);
    const { exitCode, text } = explain(error);
    process.stderr.write(`${text}\n`);
    return exitCode;
  }
}

async function rotate(): Promise<string> {
  const dataDirectory = readSetting(process.env, "dataDirectory");
  const secretKey = readSetting(process.env, "secretKey");
  const newKey = readSetting(process.env, "newSecretKey");
  if ((secretKey === null) !== (newKey === null)) {
    throw new ConfigError(
      secretKey === null
        ? "PROVISION_NEW_SECRET_KEY needs PROVISION_SECRET_KEY, the key until now. Without both, a new key file is made."
        : "Set PROVISION_NEW_SECRET_KEY to the new key: 32 random bytes in base64, as `openssl rand -base64 32` prints.",
    );
  }
  const database = await openDatabase(databaseSource(process.env, "server"));
  const { background: db } = database;
  try {
    const at = new Date();
    if (newKey !== null && secretKey !== null) {
      const next = createSecrets(newKey);
      const old = createSecrets(secretKey);
      if (await hasNewKey(db, next, old)) {
        return "The secrets already have the new key. Set PROVISION_SECRET_KEY to it, and start the servers.";
      }
      const count = await encryptAgain(db, old, next, at);
      return `${count} secrets have the new key. Set PROVISION_SECRET_KEY to it, and start the servers.`;
    }
    await finishRotation(db, dataDirectory);
    const old = createSecrets(loadSecretKey({ secretKey, dataDirectory }));
    const count = await rotateKeyFile(db, dataDirectory, old, at);
    return `${count} secrets have a new key, which is in secret.key. Backups made until now need secret.key.old. Start the server.`;
  } finally {
    await database.close();
  }
}

/** Whether the database has the new key: a rotation ended, and the environment still has the old one. */
async function hasNewKey(
  db: Parameters<typeof requireSameKey>[0],
  next: ReturnType<typeof createSecrets>,
  old: ReturnType<typeof createSecrets>,
): Promise<boolean> {
  const fits = async (secrets: typeof next) => {
    try {
      await requireSameKey(db, secrets);
      return true;
    } catch (error) {
      if (error instanceof SecretKeyError) return false;
      throw error;
    }
  };
  return !(await fits(old)) && (await fits(next));
}

function explain(error: unknown): { readonly exitCode: number; readonly text: string } {
  if (error instanceof SecretUnreadableError) {
    return {
      exitCode: EXIT_WRONG_KEY,
      text: "A secret of the database is damaged and cannot be decrypted. Nothing was changed.",
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof SecretKeyError || error instanceof ConfigError) {
    return { exitCode: EXIT_WRONG_KEY, text };
  }
  if (error instanceof DataDirectoryInUseError) return { exitCode: EXIT_IN_USE, text };
  if (error instanceof DiskFullError || error instanceof DatabaseUnavailableError) {
    return { exitCode: EXIT_UNEXPECTED, text };
  }
  return {
    exitCode: EXIT_UNEXPECTED,
    text: isUnreachable(error)
      ? `The database of DATABASE_URL cannot be used: ${text}. Nothing was changed.`
      : `The secrets were not encrypted again. ${error instanceof Error ? (error.stack ?? text) : text}`,
  };
}

denyOtherUsers();
process.exitCode = await main(process.argv.slice(2));
