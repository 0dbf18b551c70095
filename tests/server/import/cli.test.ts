import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { csvText, temporaryFiles } from "../support/csv.ts";
import { copyEmbedded, copyPostgres } from "../support/databases.ts";
import { EMPTY_DIRECTORY, takeSnapshot } from "../support/directorySnapshot.ts";
import { runImport } from "../support/runImport.ts";

// Each run starts a process and a database, which takes seconds.
vi.setConfig({ testTimeout: 240_000 });

const files = temporaryFiles();
const identities = files.write(
  "identities.csv",
  csvText(
    ["id", "username", "jobTitle"],
    [
      ["a", "anna", "Teller"],
      ["b", "bo", "Clerk"],
    ],
  ),
);
const access = files.write(
  "access.csv.gz",
  gzipSync(
    csvText(
      ["identityId", "resource", "account", "entitlement"],
      [
        ["a", "Core", "a1", "Read"],
        ["", "Core", "free", ""],
      ],
      "\r\n",
    ),
  ),
);

describe.each(["embedded", "postgres"] as const)("on a fresh %s database", (kind) => {
  const absent = kind === "postgres" && inject("postgresUrl") === null;
  describe.skipIf(absent)(absent ? "skipped: no PostgreSQL" : "the import", () => {
    let source: DatabaseSource;
    let environment: NodeJS.ProcessEnv;
    let remove: () => Promise<void>;
    beforeAll(async () => {
      if (kind === "embedded") {
        const dataDir = join(mkdtempSync(join(files.directory, "fresh-")), "data");
        source = { dataDir };
        environment = { PROVISION_DATA_DIR: dataDir };
        remove = async () => rmSync(dataDir, { recursive: true, force: true });
      } else {
        const database = await copyPostgres();
        source = { url: database.url };
        environment = { DATABASE_URL: database.url };
        remove = database.remove;
      }
    });
    afterAll(() => remove());

    test("creates the database, imports, and prints one JSON object", async () => {
      const parameters = ["--identities", identities, "--access", access, "--json"];
      const first = await runImport(parameters, environment);
      expect(first).toMatchObject({ exitCode: 0, stderr: "" });
      expect(JSON.parse(first.stdout)).toEqual({
        accessGranted: [],
        identities: {
          added: 2,
          updated: 0,
          unchanged: 0,
          removed: 0,
          rejected: 0,
          existing: 0,
          rewritten: 0,
        },
        orgs: { added: 2, updated: 0, unchanged: 0, removed: 0, rejected: 0 },
        resources: { added: 1, updated: 0, unchanged: 0, removed: 0, rejected: 0 },
        accounts: { added: 2, updated: 0, unchanged: 0, removed: 0, rejected: 0 },
        entitlements: { added: 1, updated: 0, unchanged: 0, removed: 0, rejected: 0 },
        assignments: { added: 1, updated: 0, unchanged: 0, removed: 0, rejected: 0 },
        client: {
          id: expect.any(String),
          name: "My organisation",
          created: true,
          formerName: null,
          others: 0,
        },
        mode: "merge",
        dryRun: false,
        changed: true,
        planHash: null,
        importNo: 1,
        rejectedRows: [],
        warnings: [],
      });
      const again = await runImport(["--identities", identities, "--access", access], environment);
      expect(again).toMatchObject({ exitCode: 0, stderr: "" });
      expect(again.stdout).toMatch(/^My organisation is unchanged/);
      const { db, close } = await openDatabase(source);
      expect((await takeSnapshot(db, "My organisation")).accounts).toEqual({
        "Core/a1": { owner: "a", entitlements: ["Read"] },
        "Core/free": { owner: null, entitlements: [] },
      });
      const audit = await db.selectFrom("audit").select("after").execute();
      expect(audit).toEqual([{ after: expect.objectContaining({ runBy: expect.any(String) }) }]);
      await close();

      const moved = files.write("moved.csv", csvText(["id", "jobTitle"], [["a", "Clerk"]]));
      const second = await runImport(["--identities", moved], environment);
      expect(second.stdout).toContain(
        "This is import 2 of My organisation. To undo it: npm run import -- --client 'My organisation' --undo 2",
      );
      const refused = await runImport(["--undo", "1", "--json"], environment);
      expect(refused.exitCode).toBe(2);
      expect(JSON.parse(refused.stdout)).toEqual({
        code: "ENOTUNDOABLE",
        message:
          "A later import changed anna (person), which this import changed. Undo these first, in this order: 2. Nothing was changed.",
      });
      expect(await runImport(["--undo", "2"], environment)).toEqual({
        exitCode: 0,
        stderr: "",
        stdout: "Import 2 into My organisation was undone: 1 record is as before.\n",
      });
      const undone = await runImport(["--undo", "1", "--json"], environment);
      expect(JSON.parse(undone.stdout)).toEqual({ client: "My organisation", no: 1, changes: 8 });
      const emptied = await openDatabase(source);
      expect(await takeSnapshot(emptied.db, "My organisation")).toEqual(EMPTY_DIRECTORY);
      await emptied.close();
    });
  });
});

describe("the process reports", () => {
  let place: ReturnType<typeof copyEmbedded>;
  const run = (...parameters: string[]) =>
    runImport(parameters, { PROVISION_DATA_DIR: place.dataDir });
  beforeAll(() => {
    place = copyEmbedded();
  });
  afterAll(() => place.remove());

  test("rejected records: exit code 2, file, line, column and reason, and nothing written", async () => {
    const faulty = files.write("faulty.csv", "identityId,resource,account\na,R,\nnobody,R,u\n");
    const text = await run("--access", faulty);
    expect(text).toMatchObject({ exitCode: 2, stderr: "" });
    expect(text.stdout).toMatch(
      /^Nothing was imported into My organisation: 2 records are rejected/,
    );
    expect(text.stdout).toContain(`${faulty}:2 account: The account is missing.`);
    expect(text.stdout).toContain(`${faulty}:3 identityId: No identity has the id nobody.`);
    const json = await run("--access", faulty, "--json");
    expect(json.exitCode).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      accounts: { added: 0, rejected: 2 },
      rejectedRows: [
        { file: faulty, line: 2, column: "account", code: "REQUIRED", reason: expect.any(String) },
        { file: faulty, line: 3, column: "identityId", code: "UNKNOWN_IDENTITY" },
      ],
    });
    const { db, close } = await openDatabase({ dataDir: place.dataDir });
    expect(await db.selectFrom("clients").select("id").execute()).toEqual([]);
    await close();
    expect(await run("--access", faulty, "--skip-rejected")).toMatchObject({ exitCode: 0 });
  });

  test("a directory that a server holds: the holder, and its own exit code", async () => {
    const { close } = await openDatabase({ dataDir: place.dataDir, holder: "server" });
    const refused = await run("--identities", identities, "--json");
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toMatch(/is in use by a server \(process \d+/);
    expect(JSON.parse(refused.stdout)).toEqual({
      code: "EDATADIRINUSE",
      message: refused.stderr.trim(),
    });
    await close();
    expect(await run("--identities", identities)).toMatchObject({ exitCode: 0 });
  });

  test("a plan beyond the safety gates: its hash, and it is written with this hash only", async () => {
    const header = ["identityId", "resource", "account", "entitlement"];
    const accounts = ["one", "two", "three"].map((name) => ["", "Gated", name, "Read"]);
    const all = files.write("all.csv", csvText(header, accounts));
    const some = files.write("some.csv", csvText(header, accounts.slice(0, 2)));
    expect(await run("--access", all)).toMatchObject({ exitCode: 0 });
    const replace = ["--access", some, "--mode", "replace"];
    const waiting = await run(...replace);
    expect(waiting).toMatchObject({ exitCode: 4, stderr: "" });
    expect(waiting.stdout).toContain("1 of 3 accounts would be removed.");
    const [, hash = ""] = /--apply-plan ([0-9a-f]{64})/.exec(waiting.stdout) ?? [];
    const json = await run(...replace, "--json");
    expect(json.exitCode).toBe(4);
    expect(JSON.parse(json.stdout)).toMatchObject({
      planHash: hash,
      dryRun: true,
      changed: false,
      accounts: { removed: 1, unchanged: 2 },
    });
    const dry = await run(...replace, "--dry-run");
    expect(dry).toMatchObject({ exitCode: 0, stderr: "" });
    expect(dry.stdout).toMatch(/^Dry run, nothing was written\./);
    expect(dry.stdout).toContain("1 of 3 accounts would be removed.");
    expect(dry.stdout).toContain(`without --dry-run and with --apply-plan ${hash}\n`);
    const other = await run(...replace, "--apply-plan", "0".repeat(64));
    expect(other).toMatchObject({ exitCode: 4 });
    expect(other.stdout).toContain("this is not the plan that you approved");
    const applied = await run(...replace, "--apply-plan", hash, "--json");
    expect(applied).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(applied.stdout)).toMatchObject({ changed: true, accounts: { removed: 1 } });
  });

  test("people with a shifted column: the plan waits for its hash", async () => {
    const header = ["id", "givenName", "familyName", "department"];
    const people = Array.from({ length: 20 }, (_, at) => [`s${at}`, `G${at}`, `F${at}`, "Sales"]);
    const importPeople = (rows: readonly (readonly string[])[], ...more: readonly string[]) =>
      run(
        "--client",
        "Shifted",
        "--identities",
        files.write("p.csv", csvText(header, rows)),
        ...more,
      );
    expect(await importPeople(people)).toMatchObject({ exitCode: 0 });
    const moved = people.map((row, at) => (at < 2 ? row.with(3, "IT") : row));
    expect(await importPeople(moved)).toMatchObject({ exitCode: 0 });
    const shifted = moved.map(([id = "", given = "", ...rest]) => [id, ...rest, given]);
    const waiting = await importPeople(shifted);
    expect(waiting).toMatchObject({ exitCode: 4, stderr: "" });
    expect(waiting.stdout).toContain(
      "20 of 20 people would get another name, job, department or location. Check that no column of the file is shifted.",
    );
    const [, hash = ""] = /--apply-plan ([0-9a-f]{64})/.exec(waiting.stdout) ?? [];
    expect(await importPeople(shifted, "--apply-plan", hash)).toMatchObject({ exitCode: 0 });
  });

  test("bad input: what to do, before it creates anything", async () => {
    const untouched = join(files.directory, "untouched");
    const bad = (...parameters: string[]) =>
      runImport(parameters, { PROVISION_DATA_DIR: untouched });
    expect(await bad("--acess", access)).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("Unknown option '--acess'"),
    });
    expect((await bad()).stderr).toBe(
      "There is nothing to import. Give --identities, --access or both.\n",
    );
    const missing = await bad("--access", "no such file.csv", "--json");
    expect(missing).toMatchObject({
      exitCode: 2,
      stderr: "no such file.csv does not exist. Check the path.\n",
    });
    expect(JSON.parse(missing.stdout)).toMatchObject({ code: "EFILENOTFOUND" });
    expect((await bad("--access", identities)).stderr).toContain(
      "lacks the columns resource, account",
    );
    expect(existsSync(untouched)).toBe(false);
    expect(await bad("--help")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("an error deep in a file: the line, and nothing is written", async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `person ${at}`);
    const broken = files.write("broken.csv", `id\n${rows.join("\n")}\n"open\n`);
    const result = await run("--identities", broken, "--client", "Other");
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(
      "broken.csv, record that begins in line 5002: a quoted value is not closed.",
    );
    const { db, close } = await openDatabase({ dataDir: place.dataDir });
    expect(await takeSnapshot(db, "Other")).toMatchObject({ identities: {} });
    await close();
  });

  test("an invalid lock: what to do, in one sentence, and exit code 1", async () => {
    const dataDir = join(files.directory, "unreadable");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "provision.lock"), "no JSON");
    const result = await runImport(["--identities", identities], { PROVISION_DATA_DIR: dataDir });
    expect(result).toMatchObject({ exitCode: 1, stdout: "" });
    expect(result.stderr.trim()).toBe(
      `The lock file ${join(dataDir, "provision.lock")} is damaged or was not written by Provision: remove it if no other server or import uses this directory, then try again.`,
    );
  });

  test("an unforeseen error: the line of the source, and exit code 1", async () => {
    const { dataDir, remove } = copyEmbedded();
    const { db, close } = await openDatabase({ dataDir });
    // The code does not expect that a table was dropped.
    await sql`drop table identity_orgs cascade`.execute(db);
    await close();
    const result = await runImport(["--identities", identities], { PROVISION_DATA_DIR: dataDir });
    await remove();
    expect(result).toMatchObject({ exitCode: 1, stdout: "" });
    expect(result.stderr).toContain('relation "identity_orgs" does not exist');
    expect(result.stderr).toMatch(/server\/(?:\w+\/)*\w+\.ts:\d+/);
    expect(result.stderr).not.toContain("dist/server");
  });

  test("a database of another kind: the kind without its password, and exit code 2", async () => {
    const result = await runImport(["--identities", identities, "--json"], {
      DATABASE_URL: "mysql://who:secret@127.0.0.1/none",
    });
    expect(result).toMatchObject({ exitCode: 2 });
    expect(JSON.parse(result.stdout)).toEqual({
      code: "ECONFIG",
      message: "DATABASE_URL must be an address that begins with postgres:// or postgresql://.",
    });
    expect(result.stderr).not.toContain("secret");
  });

  test("an unreachable database: the reason, and exit code 1", async () => {
    const result = await runImport(["--identities", identities], {
      DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    });
    expect(result).toMatchObject({ exitCode: 1, stdout: "" });
    expect(result.stderr).toMatch(
      /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\. Nothing was imported\.\n$/,
    );
  });
});
