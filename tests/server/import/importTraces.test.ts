/** Rejected records, dry runs, and the traces of any import. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { importDirectory } from "#server/import/importDirectory.ts";
import { EMPTY_DIRECTORY } from "../support/directorySnapshot.ts";
import { bank, counts, eachImport, holdings, EMPTY_COUNTS, people } from "../support/importing.ts";

eachImport((on) => {
  const { run, snapshot, clientId, audits } = on;

  describe("rejected records", () => {
    const faulty = () => ({
      identities: people(
        ["a", "anna", "Teller", "", "", ""],
        ["a", "other", "Teller", "", "", ""],
        ["", "", "Ghost", "", "", ""],
        ["z", "zoe", "Clerk", "", "", ""],
      ),
      access: holdings(
        ["a", "Core", "a1", "Read"],
        ["nobody", "Core", "n1", "Secret"],
        ["nobody", "Vault", "n2", ""],
        ["z", "Core", "a1", "Read"],
        ["z", "Core", "z1"],
      ),
    });

    test("stop the import and are all reported", async () => {
      const result = await run(faulty());
      expect(counts(result)).toEqual({
        ...EMPTY_COUNTS,
        identities: [0, 0, 0, 0, 2],
        accounts: [0, 0, 0, 0, 2],
        assignments: [0, 0, 0, 0, 2],
      });
      expect(result).toMatchObject({
        changed: false,
        client: { id: null, name: on.client, created: false, formerName: null },
      });
      expect(
        result.rejectedRows.map(({ file, line, column, code }) => [file, line, column, code]),
      ).toEqual([
        ["identities.csv", 3, "username", "CONFLICT"],
        ["identities.csv", 4, "id", "REQUIRED"],
        ["access.csv", 3, "identityId", "UNKNOWN_IDENTITY"],
        ["access.csv", 4, "identityId", "UNKNOWN_IDENTITY"],
        ["access.csv", 5, "identityId", "CONFLICT"],
        ["access.csv", 6, null, "COLUMN_COUNT"],
      ]);
      expect(await snapshot()).toEqual(EMPTY_DIRECTORY);
    });

    test("with skipRejected are left out, and all other records are written", async () => {
      const result = await run({ ...faulty(), skipRejected: true });
      expect(counts(result)).toEqual({
        identities: [2, 0, 0, 0, 2],
        orgs: [2, 0, 0, 0, 0],
        resources: [1, 0, 0, 0, 0],
        accounts: [1, 0, 0, 0, 2],
        entitlements: [1, 0, 0, 0, 0],
        assignments: [1, 0, 0, 0, 2],
      });
      expect(result.rejectedRows).toHaveLength(6);
      expect(await snapshot()).toMatchObject({
        orgs: ["job-titles/Clerk", "job-titles/Teller"],
        resources: ["Core"],
        entitlements: ["Core/Read"],
        accounts: { "Core/a1": { owner: "a", entitlements: ["Read"] } },
      });
    });

    test("an identity may be in the directory instead of the file", async () => {
      await run({ identities: bank().identities });
      const result = await run({
        identities: people(["new", "", "", "", "", ""]),
        access: holdings(
          ["a", "Core", "a1", ""],
          ["new", "Core", "n1", ""],
          ["nobody", "Core", "x", ""],
        ),
      });
      expect(result.rejectedRows.map(({ line }) => line)).toEqual([4]);
    });

    test("an identity of another client is unknown", async () => {
      await run(bank());
      on.client = randomUUID();
      const result = await run({ access: holdings(["a", "Core", "a1", ""]) });
      expect(result.rejectedRows).toMatchObject([{ code: "UNKNOWN_IDENTITY" }]);
    });
  });

  describe("a dry run", () => {
    test("counts the effect of the import and writes nothing", async () => {
      for (const request of [
        () => bank(),
        () => ({
          ...bank(),
          identities: people(["a", "x", "Boss", "", "", ""], ["n", "", "Boss", "", "", ""]),
        }),
        () => ({
          mode: "replace" as const,
          access: holdings(["a", "Core", "a1", "Z"], ["?", "Core", "q", "Q"]),
          skipRejected: true,
        }),
        () => ({ access: holdings(["?", "Core", "q", "Q"]) }),
      ]) {
        const before = await snapshot();
        const dry = await run({ ...request(), dryRun: true });
        expect(dry).toMatchObject({ dryRun: true, changed: false });
        expect(await snapshot()).toEqual(before);
        const real = await run(request());
        expect(counts(dry)).toEqual(counts(real));
        expect(dry.rejectedRows).toEqual(real.rejectedRows);
      }
    });

    test("does not create the client", async () => {
      expect((await run({ ...bank(), dryRun: true })).client).toMatchObject({
        id: null,
        name: on.client,
        created: false,
      });
      expect(
        await on.db.selectFrom("clients").select("id").where("name", "=", on.client).execute(),
      ).toEqual([]);
    });
  });

  describe("the traces of an import", () => {
    const addReport = async (id: string) => {
      const report = randomUUID();
      const org = randomUUID();
      await on.db
        .insertInto("mining_reports")
        .values({
          client_id: id,
          org_oid: org,
          scope: "all",
          id: report,
          status: "ready",
          requested_at: new Date(),
        })
        .execute();
      await on.db
        .insertInto("mining_report_parts")
        .values({ client_id: id, report_id: report, part: 0, body: Buffer.from("x") })
        .execute();
    };
    const reports = async (id: string) => [
      (await on.db.selectFrom("mining_reports").select("id").where("client_id", "=", id).execute())
        .length,
      (
        await on.db
          .selectFrom("mining_report_parts")
          .select("part")
          .where("client_id", "=", id)
          .execute()
      ).length,
    ];

    test("a change drops only the client's mining reports, and an import without changes keeps them", async () => {
      await run(bank());
      const mine = await clientId();
      const foreign = randomUUID();
      await addReport(mine);
      await addReport(foreign);
      await run(bank());
      await run({ ...bank(), identities: people(["a", "x", "", "", "", ""]), dryRun: true });
      await run({ access: holdings(["?", "R", "u", "E"]) });
      expect(await reports(mine)).toEqual([1, 1]);
      await run({ identities: people(["a", "x", "", "", "", ""]) });
      expect(await reports(mine)).toEqual([0, 0]);
      expect(await reports(foreign)).toEqual([1, 1]);
    });

    test("one audit row records the user, the method and the counts", async () => {
      await run({ ...bank(), runBy: "mia" });
      expect(await audits()).toMatchObject([
        {
          actor: "system",
          call: "server/directoryImported",
          target: await clientId(),
          after: {
            runBy: "mia",
            mode: "merge",
            clientCreated: true,
            identities: { added: 3, updated: 0, unchanged: 0, removed: 0, rejected: 0 },
            assignments: { added: 5 },
          },
        },
      ]);
    });

    test("an import that only makes people active again is audited, and drops mining reports", async () => {
      await run(bank());
      const mine = await clientId();
      await on.db
        .updateTable("identities")
        .set({ ended_at: new Date(), by_hand: true })
        .where("client_id", "=", mine)
        .where("external_id", "=", "b")
        .execute();
      await addReport(mine);
      const result = await run(bank());
      expect(result).toMatchObject({
        changed: true,
        importNo: 2,
        identities: { updated: 0, unchanged: 3 },
      });
      expect(await reports(mine)).toEqual([0, 0]);
      expect((await audits()).map(({ call, after }) => ({ call, after }))).toMatchObject([
        { call: "server/directoryImported", after: { no: 1 } },
        { call: "server/directoryImported", after: { no: 2, identities: { updated: 0 } } },
      ]);
    });

    test("a failure at the very end rolls everything back", async () => {
      await run({ identities: people(["a", "", "", "", "", ""]) });
      const before = await snapshot();
      const failing = on.db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === "InsertQueryNode" && JSON.stringify(node.into).includes('"audit"')) {
            throw new Error("The audit table is broken");
          }
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const request = { client: on.client, ...bank() };
      await expect(importDirectory(failing, request)).rejects.toThrow("The audit table is broken");
      expect(await snapshot()).toEqual(before);
    });
  });
});
