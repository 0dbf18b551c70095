/** Files of the import command and of the browser, for a resource that imports of a connected system fill. */
import { expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import type { ImportMode } from "#server/import/types.ts";
import { eachDatabase } from "../../support/databases.ts";
import { cell, errorCell, UNCALCULATED, withSheet } from "../../support/workbook.ts";
import { useCsvRuns } from "./csvRuns.ts";

eachDatabase((database) => {
  const on = useCsvRuns(database);

  const resourceName = async () => {
    const { name } = await on.db
      .selectFrom("resources")
      .select("name")
      .where("id", "=", on.resourceId)
      .executeTakeFirstOrThrow();
    return name;
  };
  const importFile = async (mode: ImportMode, skipRejected: boolean) => {
    const name = await resourceName();
    const access = rowsTable(
      "access.csv",
      ["resource", "account", "entitlement"],
      [
        [name, "ann", "admin"],
        [name, "late", ""],
        ["Files only", "ann", "read"],
      ],
    );
    const { clientId } = on.directory;
    return importDirectory(on.db, { clientId, access, mode, skipRejected });
  };

  test.each(["merge", "replace"] as const)(
    "a file does not change what a connected system filled: %s",
    async (mode) => {
      await on.provide(["1,ann,read", "2,bob,write"]);
      await on.run();
      const refused = await importFile(mode, false);
      expect(refused).toMatchObject({ changed: false, assignments: { rejected: 1 } });
      const reason = message("import.connectedSystem", { resource: await resourceName() });
      const rejection = { column: "resource", code: "CONNECTED_SYSTEM", reason };
      expect(refused.rejectedRows).toEqual([
        { file: "access.csv", line: 2, ...rejection },
        { file: "access.csv", line: 3, ...rejection },
      ]);

      const imported = await importFile(mode, true);
      expect(imported).toMatchObject({ accounts: { rejected: 1, removed: 0 } });
      expect(await on.accounts()).toEqual({ ann: ["read"], bob: ["write"] });
    },
  );

  test.each([errorCell("#N/A"), UNCALCULATED])(
    "a workbook with a formula without a value removes nobody: %s",
    async (broken) => {
      await on.provide(["1,ann,read", "2,bob,write", "3,cid,read"]);
      await on.run();
      const row = (...cells: readonly string[]) => `<row>${cells.join("")}</row>`;
      const book = await withSheet(
        row(cell("id"), cell("login"), cell("right")) +
          row(cell("1"), cell("ann"), broken) +
          row(broken, cell("bob"), cell("write")) +
          row(cell("4"), cell("dora"), cell("read")),
      );
      await on.provideFile(book);
      const planned = await on.run();
      expect(planned).toMatchObject({
        status: "planned",
        complete: false,
        gates: ["incomplete"],
        problem: {
          code: "contentDamaged",
          detail: expect.stringContaining("Line 2 has no value in column right. The cell "),
        },
      });
      await on.owner.post(`${on.path}/runs/${planned.oid}/approve`, { hash: planned.hash });
      expect((await on.settled(planned.oid)).status).toBe("done");
      expect(await on.accounts()).toEqual({
        ann: ["read"],
        bob: ["write"],
        cid: ["read"],
        dora: ["read"],
      });
    },
  );

  test("a file fills a system until its first import, which then takes over", async () => {
    const early = await importFile("merge", false);
    expect(early.rejectedRows).toEqual([]);
    expect(await on.accounts()).toEqual({ ann: ["admin"], late: [] });
    await on.provide(["1,ann,read"]);
    expect(await on.run()).toMatchObject({ status: "done", counts: { added: 1 } });
    expect(await on.accounts()).toEqual({ ann: ["read"], late: [] });
  });
});
