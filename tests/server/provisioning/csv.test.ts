/** Approved previews are written to a table file of the watched directory. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";
import type { Connection, Writer } from "#server/connectors/contract.ts";
import { createCsvConnector } from "#server/connectors/csv/csvConnector.ts";
import { applyChange } from "#server/provisioning/apply/applyChange.ts";
import type { WantedChange } from "#server/provisioning/apply/change.ts";
import { openTarget } from "#server/provisioning/apply/targetObjects.ts";
import {
  folderConfiguration,
  folderEnvironment,
  folderOfClient,
  writerOf,
} from "../connectors/csv/support.ts";
import { outboundDraft } from "../mappings/support.ts";
import { temporaryFiles } from "../support/csv.ts";
import { oneDatabase } from "../support/databases.ts";
import { givenNamePlan, useLiveTables } from "./liveTable.ts";

const files = temporaryFiles();

const TABLE = `login;given;right;note
bob;Old name;Audit;typed by hand
eve;Eve;Sign;keep
eve;Eve;Audit;keep
`;
const PLANNED = `login;given;right;note
bob;BOB;Sign;typed by hand
eve;Eve;Sign;keep
eve;Eve;Audit;keep
ann;ANN;Sign;
cyd;CYD;Sign;
`;

describe("a table file as the system", () => {
  oneDatabase((database) => {
    const { live, read, write } = useLiveTables(database);

    const begin = async (name: string) => {
      write(name, TABLE);
      const system = await live.connect(givenNamePlan(name));
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.grant("Sign", "Engineer");
      return system;
    };

    test("the file has what an approved preview shows, and nothing is left to change", async () => {
      const system = await begin("planned.csv");
      await system.approved(await system.preview());
      const done = await system.settled();
      expect((await system.objectsOf(done)).filter(({ state }) => state !== "applied")).toEqual([]);
      expect(done).toMatchObject({ status: "done", problem: null });
      expect(read("planned.csv")).toBe(PLANNED);
      expect((await system.preview()).resourcePreview).toEqual([]);
      expect(await system.runImport()).toMatchObject({
        status: "done",
        counts: { added: 0, changed: 0, gone: 0 },
      });
    });

    test("a value that another process changed after the preview stays, and the conflict is reported", async () => {
      const system = await begin("shared.csv");
      const found = await system.preview();
      write("shared.csv", `${TABLE.replace("Old name", "Robert")}guest;Gus;Audit;new\n`);
      await system.approved(found);
      const done = await system.settled();
      expect(done.status).toBe("partlyFailed");
      const failed = (await system.objectsOf(done)).filter(({ state }) => state !== "applied");
      expect(failed).toMatchObject([
        {
          name: "bob",
          kind: "change",
          problem: { code: "changedMeanwhile", detail: "given" },
        },
      ]);
      expect(read("shared.csv")).toBe(
        PLANNED.replace("BOB", "Robert").replace("ann;", "guest;Gus;Audit;new\nann;"),
      );
    });

    test("values that come from a secret field of a person reach the file, and no preview stores them", async () => {
      const secret = "Geheim-7731";
      write("initial.csv", TABLE);
      const { db } = database.current;
      await db
        .updateTable("identities")
        .set({ attributes: JSON.stringify({ initialPassword: secret }) })
        .where("client_id", "=", live.directory.clientId)
        .where("username", "in", ["ann", "bob"])
        .execute();
      const plan = givenNamePlan("initial.csv");
      const system = await live.connect({
        ...plan,
        mappings: [...plan.mappings, outboundDraft("extension/initialPassword", "account/note")],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.grant("Sign", "Engineer");
      const found = await system.preview();
      const ann = (await system.objectsOf(found)).find(({ name }) => name === "ann");
      expect(ann).toMatchObject({ kind: "create", after: { attributes: { note: ["••••••"] } } });
      await system.approved(found);
      const done = await system.settled();
      expect((await system.objectsOf(done)).filter(({ state }) => state !== "applied")).toEqual([]);
      // Existing accounts keep what they have.
      const lines = (text: string) => text.split("\n").toSorted();
      expect(lines(read("initial.csv"))).toEqual(
        lines(PLANNED.replace("ann;ANN;Sign;", `ann;ANN;Sign;${secret}`)),
      );
      expect((await system.preview()).resourcePreview).toEqual([]);
      const stored = await db
        .selectFrom("provisioning_changes")
        .selectAll()
        .where("resource_id", "=", system.resourceId)
        .execute();
      expect(stored.length).toBeGreaterThan(0);
      expect(JSON.stringify(stored)).not.toContain(secret);
      const audited = await db
        .selectFrom("audit")
        .select(["before", "after"])
        .where("target", "=", system.resourceId)
        .execute();
      expect(JSON.stringify(audited)).not.toContain(secret);
    });

    test("a file that the configuration does not let Provision write gets no preview", async () => {
      write("kept.csv", TABLE);
      const system = await live.connect({
        ...givenNamePlan("kept.csv", { writable: false }),
        mappings: [],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      const shown = (await live.owner.get(`${system.path}/system`)).json<ConnectedSystem>();
      expect(shown).toMatchObject({ outbound: false, capabilities: { write: false } });
      const asked = await live.owner.post(`${system.path}/previews`);
      expect(asked.statusCode).toBe(409);
      expect(asked.json<{ message: string }>().message).toMatch(
        /^Provision cannot write to this system/,
      );
    });
  });
});

describe("a write that another process undoes", () => {
  const CHANGE: WantedChange = {
    kind: "change",
    objectClass: "account",
    name: "bob",
    objectId: "bob",
    before: { attributes: { given: ["Old name"] }, active: null, entitlements: [] },
    after: { attributes: { given: ["BOB"] }, active: null, entitlements: [] },
    seen: null,
    isResumed: false,
    left: {},
    mapped: new Set(["login", "given"]),
  };
  const sign = { attributes: {}, active: null, entitlements: ["Sign"] };

  test.each<[string, Partial<WantedChange>, string?]>([
    ["change", {}, "given"],
    ["grant", { kind: "grant", before: null, after: sign }, "Sign"],
    [
      "revoke",
      { kind: "revoke", before: { ...sign, entitlements: ["Audit"] }, after: null },
      "Audit",
    ],
    ["disable", { kind: "disable", before: null, after: null }, "administrativeStatus"],
    [
      "create",
      {
        kind: "create",
        name: "ann",
        objectId: null,
        before: null,
        after: { ...sign, attributes: { login: ["ann"] } },
      },
    ],
    ["remove", { kind: "remove", after: null, mapped: new Set() }],
  ])("fails, and names what the system lacks: %s", async (kind, change, lost) => {
    const name = `undone-${kind}.csv`;
    const table = "login;given;right;status\nbob;Old name;Audit;1\n";
    const path = join(folderOfClient(files.directory), name);
    writeFileSync(path, table);
    const connector = createCsvConnector({
      connectorFolder: files.directory,
      dataDirectory: files.directory,
      importMegabytes: 100,
    });
    const { values } = givenNamePlan(name, { activeColumn: "status", activeValue: "1" });
    const connection = await connector.open(
      folderConfiguration(connector, name, values),
      folderEnvironment(files.directory),
    );
    let writes = 0;
    const undo = async <Result>(written: Promise<Result>): Promise<Result> => {
      const result = await written;
      expect(readFileSync(path, "utf8")).not.toBe(table);
      writes++;
      writeFileSync(path, table);
      return result;
    };
    const real = writerOf(connection);
    const writer: Writer = {
      ...real,
      create: (...args) => undo(real.create(...args)),
      update: (...args) => undo(real.update(...args)),
      setActive: (...args) => undo(real.setActive(...args)),
      remove: (...args) => undo(real.remove(...args)),
    };
    const undone: Connection = {
      writer,
      sync: null,
      test: () => connection.test(),
      discoverSchema: () => connection.discoverSchema(),
      search: (...args) => connection.search(...args),
      close: () => connection.close(),
    };
    const applied = applyChange(
      {
        target: await openTarget(undone, exclusionsOf([])),
        beginWrite: async () => {},
        holdersOf: async () => [],
        secretsOf: async () => ({}),
      },
      { ...CHANGE, ...change },
    );
    await expect(applied).rejects.toMatchObject(
      lost === undefined ? { code: "ignored" } : { code: "notStored", message: lost },
    );
    expect(writes).toBe(1);
    await connection.close();
  });

  test("accounts that are requested together are found by id or name", async () => {
    const rows = Array.from({ length: 500 }, (_, no) => `u${no};Name ${no};Audit;1\n`);
    writeFileSync(
      join(folderOfClient(files.directory), "sought.csv"),
      `login;given;right;status\n${rows.join("")}`,
    );
    const connector = createCsvConnector({
      connectorFolder: files.directory,
      dataDirectory: files.directory,
      importMegabytes: 100,
    });
    const connection = await connector.open(
      folderConfiguration(connector, "sought.csv", givenNamePlan("sought.csv").values),
      folderEnvironment(files.directory),
    );
    const { find } = writerOf(connection);
    const found = await Promise.all([
      ...rows.map((_, no) => find?.("account", { id: `u${no}` })),
      find?.("account", { name: "u7" }),
      find?.("account", { name: "nobody" }),
    ]);
    expect(found.map((one) => one?.id ?? null)).toEqual([
      ...rows.map((_, no) => `u${no}`),
      "u7",
      null,
    ]);
    await connection.close();
  });
});
