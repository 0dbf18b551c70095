/** Starts the server, and stops it on signals. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildApp } from "./app.ts";
import { Background } from "./background.ts";
import { createCsrf, loadCsrfSecret } from "./auth/csrf.ts";
import { prepareStart } from "./auth/firstStart.ts";
import { mailOwedVerifications } from "./auth/activation/verificationMail.ts";
import { removeExpired } from "./auth/maintenance.ts";
import { createKnownDevices } from "./auth/throttle/knownDevices.ts";
import { ConfigError, readConfig, readSetting } from "./config.ts";
import { createConnectors } from "./connectors/registry.ts";
import {
  DataDirectoryInUseError,
  DatabaseUnavailableError,
  DiskFullError,
  errorCode,
  translateDatabaseError,
} from "./db/errors.ts";
import { databaseSource, openDatabase, type OpenDatabase } from "./db/open.ts";
import { denyOtherUsers } from "./db/privateFiles.ts";
import { createOutbox, createSmtpMailer } from "./mail/mailer.ts";
import { mailOwedNotices } from "./mail/notices.ts";
import { MAIL_RETRY_INTERVAL } from "./mail/outbox.ts";
import { assignDemo } from "./demo/assignDemo.ts";
import { demoFolderOf, withDemoFolder } from "./demo/demoFolder.ts";
import { seedDemo } from "./demo/seedDemo.ts";
import { countOutsideAccess } from "./identities/outsideAccess.ts";
import { checkReadiness } from "./health.ts";
import { startImporter } from "./import/jobs/importer.ts";
import { removeAbandoned } from "./import/jobs/queries.ts";
import { DiskSpace } from "./jobs/diskSpace.ts";
import { startMiner } from "./mining/miner.ts";
import { mailOwedReports } from "./reports/mails.ts";
import { startReporter } from "./reports/reporter.ts";
import { finishRotation } from "./secrets/rotate.ts";
import { loadSecretKey, requireSameKey, SecretKeyError } from "./secrets/secretKey.ts";
import { createSecrets } from "./secrets/secrets.ts";
import { mailDueRequests } from "./support/commands.ts";
import { dropOldPeople } from "./policyChanges/oldPeople.ts";
import { removeOldLogs } from "./supportLog/logs.ts";
import { startProvisioner } from "./provisioning/provisioner.ts";
import { startPreviewer } from "./mappings/previewJobs.ts";
import { startSimulator } from "./correlation/simulationJobs.ts";
import { startRunner } from "./systems/runs/runner.ts";
import { startFileWatcher } from "./systems/runs/watchedFiles.ts";
import { shareDatabase } from "./threads/lending/sharedDatabase.ts";
import { isEmailSignOn } from "./users/signOnAddresses.ts";
import { countMissingKeys } from "./lists/backfillKeys.ts";

const MAX_STOP = 9000;
/** Time for running requests to finish when the server stops. */
const MAX_REQUEST = 3000;
const MAINTENANCE_INTERVAL = 60_000;
/** Shorter than proxies usually wait for an answer. */
const SYSTEM_TIME = 30_000;

const CLIENT_DIRECTORY = fileURLToPath(new URL("../dist/client", import.meta.url));

/** A start that cannot succeed, with a message for the operator. */
class StartError extends Error {
  override readonly name = "StartError";
}

/** Open resources, latest first. Stopping closes them in this order, even during a start. */
const open: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  const configured = readConfig(process.env);
  const source = databaseSource(process.env, "server");
  const database = await openDatabase(source).catch(refuseDatabase);
  open.unshift(() => database.close());
  const now = () => new Date();
  const keylessUsers = await countMissingKeys(database.background, "user_clients");
  if (keylessUsers > 0) console.log(preparing(keylessUsers, "user"));
  const keylessPeople = await countMissingKeys(database.background, "identities");
  if (keylessPeople > 0) console.log(preparing(keylessPeople, "identity"));
  const notes = await prepareStart(database.background, {
    adminName: configured.adminName,
    adminPassword: configured.adminPassword,
    adminEmail: configured.adminEmail,
    isEmailSignOn: isEmailSignOn(configured),
    now,
    seed: configured.demo ? (db) => seedDemo(db, demoFolderOf(configured)) : null,
    assignSeeded: assignDemo,
  });
  // Printed immediately, because a password that is shown only once must not be lost to a port in use.
  for (const note of notes) console.log(note);
  const config = withDemoFolder(configured);
  const disk = new DiskSpace({
    check: () => checkReadiness(database.db, config.dataDirectory),
    clock: now,
    log: console.error,
  });
  const miner = startMiner({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Mining:", error),
    workerId: randomUUID(),
  });
  open.unshift(() => miner.stop());
  const reporter = startReporter({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Reports:", error),
    workerId: randomUUID(),
  });
  open.unshift(() => reporter.stop());
  const importer = startImporter({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Import:", error),
    workerId: randomUUID(),
    dataDirectory: config.dataDirectory,
    maxBytes: config.importMegabytes * 1_000_000,
  });
  open.unshift(() => importer.stop());
  await finishRotation(database.db, config.dataDirectory);
  const secrets = createSecrets(loadSecretKey(config));
  await requireSameKey(database.db, secrets);
  const connectors = createConnectors(config);
  const runner = startRunner({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Connected systems:", error),
    workerId: randomUUID(),
    secrets,
    connectors,
    config,
  });
  open.unshift(() => runner.stop());
  const watcher = startFileWatcher({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Watched files:", error),
    connectors,
    config,
    onStarted: runner.poke,
  });
  open.unshift(() => watcher.stop());
  const previewer = startPreviewer({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Previews of mappings:", error),
    workerId: randomUUID(),
    dataDirectory: config.dataDirectory,
  });
  open.unshift(() => previewer.stop());
  const provisioner = startProvisioner({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Provisioning:", error),
    workerId: randomUUID(),
    secrets,
    connectors,
    config,
  });
  open.unshift(() => provisioner.stop());
  const simulator = startSimulator({
    database,
    disk,
    clock: now,
    onError: (error) => console.error("Simulations of correlation:", error),
    workerId: randomUUID(),
    dataDirectory: config.dataDirectory,
  });
  open.unshift(() => simulator.stop());
  const csrfSecret = await loadCsrfSecret(database.db);
  const app = await buildApp(
    {
      db: database.db,
      config,
      csrf: createCsrf(csrfSecret),
      secrets,
      devices: createKnownDevices(csrfSecret, config),
      disk,
      miner,
      reporter,
      importer,
      connectors,
      systemTime: SYSTEM_TIME,
      runner,
      previewer,
      provisioner,
      simulator,
      mailer: config.smtpUrl
        ? createSmtpMailer(config.smtpUrl, config.mailFrom)
        : createOutbox(join(config.dataDirectory, "outbox"), config.mailFrom, now),
      background: new Background((error) => console.error("In the background:", error)),
      now,
      pause: (milliseconds) => sleep(milliseconds),
      checkReplies: false,
    },
    { clientDirectory: CLIENT_DIRECTORY },
  );
  open.unshift(async () => {
    const force = setTimeout(() => app.server.closeAllConnections(), MAX_REQUEST);
    await app.close();
    clearTimeout(force);
  });
  if (database.kind === "embedded") await share(database, config.dataDirectory);
  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = address && typeof address === "object" ? address.port : config.port;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const mail = () => {
    app.services.background.run(() => mailDueRequests(app));
    mailOwedVerifications(app);
    mailOwedNotices(app);
    mailOwedReports(app);
  };
  mail();
  const mailing = setInterval(mail, MAIL_RETRY_INTERVAL);
  open.unshift(async () => clearInterval(mailing));
  const { background } = app.services;
  const remove = () => {
    background.run(async () => {
      await removeExpired(database.db, now());
      await removeAbandoned(database.db, now());
      await removeOldLogs(database.db, now(), config.supportLogDays);
    });
    background.runInTurn("oldPeople", () =>
      dropOldPeople(database.background, { now: now(), isEnding: () => background.isEnding }),
    );
  };
  const removing = setInterval(remove, MAINTENANCE_INTERVAL);
  open.unshift(async () => clearInterval(removing));
  const countOutside = () =>
    background.runInTurn("outsideAccess", () =>
      countOutsideAccess(database.background, { now, isEnding: () => background.isEnding }),
    );
  countOutside();
  const counting = setInterval(countOutside, MAINTENANCE_INTERVAL);
  open.unshift(async () => clearInterval(counting));
  console.log(`Provision is ready at http://${host}:${port}`);
}

/** Lets `npm run import` use the embedded database while the server runs. */
async function share(database: OpenDatabase, dataDirectory: string): Promise<void> {
  try {
    const shared = await shareDatabase(dataDirectory, database.background);
    open.unshift(() => shared.close());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`npm run import works only while the server is stopped: ${reason}`);
  }
}

/** The message for a start that takes unusually long. */
const preparing = (rows: number, one: "user" | "identity") =>
  rows === 1
    ? `The lists are prepared for 1 ${one}.`
    : `The lists are prepared for ${rows.toLocaleString("en")} ${one === "user" ? "users" : "identities"}. This may take some seconds for each 100,000.`;

/** @throws StartError that names the invalid setting, as a ConfigError does, but never a password in it. */
function refuseDatabase(error: unknown): never {
  if (error instanceof ConfigError) throw error;
  if (readSetting(process.env, "databaseUrl") === null || !(error instanceof Error)) throw error;
  throw new StartError(`The database at DATABASE_URL cannot be used: ${error.message}`, {
    cause: error,
  });
}

async function closeAll(): Promise<void> {
  for (const close of open.splice(0)) await close();
}

/** The error message for the operator; null for an unforeseen error. */
function explain(thrown: unknown): string | null {
  const error = translateDatabaseError(thrown);
  if (error instanceof DiskFullError) return DISK_FULL;
  if (
    error instanceof ConfigError ||
    error instanceof StartError ||
    error instanceof SecretKeyError ||
    error instanceof DataDirectoryInUseError ||
    error instanceof DatabaseUnavailableError
  ) {
    return error.message;
  }
  const host = readSetting(process.env, "host");
  const port = readSetting(process.env, "port");
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is in use. Stop what uses it, or choose another: PORT=4200 npm start`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is no address of this machine.`;
    case "EACCES":
      return `Port ${port} needs rights that this user does not have. Choose one above 1023.`;
    default:
      return null;
  }
}

const DISK_FULL = "The disk of the database is full: free some space on it, then start again.";

let isEnding = false;

/**
 * Runs once, because Ctrl-C reaches the process from the terminal and again from npm. A slow close is cut short, which
 * the database survives.
 */
async function end(exitCode: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(1), MAX_STOP).unref();
  await closeAll();
  process.exit(exitCode);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void end(0));

denyOtherUsers();
try {
  await start();
} catch (error) {
  if (!isEnding) {
    console.error(explain(error) ?? error);
    await end(1);
  }
}
