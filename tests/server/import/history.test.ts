/** The history of imports as the browser reads it, and the undo of an import there. */
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { ImportChange, PastImport } from "#events/entities/importHistory.ts";
import { dropOldChanges } from "#server/import/history/oldChanges.ts";
import { RETENTION } from "#server/jobs/retention.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../support/databases.ts";
import { useImports } from "./jobs/importServer.ts";
import { fileOf } from "./jobs/support.ts";

eachDatabase((database) => {
  const on = useImports(database);
  const history = () => `/api/clients/${on.directory.clientId}/import-history`;
  const pastImports = async () =>
    (await on.owner.get(history())).json<{ _embedded: { imports: PastImport[] } }>()._embedded
      .imports;
  const changesOf = async (id: string, query = "") =>
    (await on.owner.get(`${history()}/${id}/changes${query}`)).json<{
      _embedded: { changes: ImportChange[] };
    }>()._embedded.changes;
  const undo = (id: string) => on.owner.post(`${history()}/${id}/undo`);
  const command = (rows: string[][]) =>
    importDirectory(on.db, {
      clientId: on.directory.clientId,
      access: rowsTable("access.csv", ["identityId", "resource", "account", "entitlement"], rows),
      runBy: "mia",
    });
  afterEach(async () => {
    await on.db.deleteFrom("import_history").execute();
    await on.db.deleteFrom("import_changes").execute();
  });

  test("an import in the browser is listed with what it changed, and can be undone", async () => {
    on.start();
    const people = fileOf("people.csv", "id,username,apiKey\nnew-1,nora,k1\n");
    const access = fileOf(
      "access.csv",
      "identityId,resource,account,entitlement\nnew-1,Vault,v1,Open\n,Vault,v2,\n",
    );
    const { id } = await on.check({ identities: people, access });
    await on.owner.post(`${on.path}/${id}/apply`, { skipRejected: false });
    expect(await on.settled()).toMatchObject({ status: "done" });
    const [past] = await pastImports();
    expect(past).toMatchObject({
      no: 1,
      actor: "owner",
      byCommand: false,
      mode: "merge",
      changes: 5,
      status: "done",
      undoable: true,
      counts: { accounts: { added: 2 }, identities: { added: 1 } },
    });
    const importId = past?.id ?? "";
    expect((await on.owner.get(`${history()}/${importId}`)).json()).toEqual(past);
    expect((await on.owner.get(`${history()}/${randomUUID()}`)).statusCode).toBe(404);
    expect(await changesOf(importId)).toMatchObject([
      {
        no: 1,
        kind: "person",
        change: "added",
        name: "nora",
        resource: null,
        before: null,
        after: { attributes: { id: ["new-1"], username: ["nora"], apiKey: ["••••••"] } },
      },
      { no: 2, kind: "resource", name: "Vault" },
      { no: 3, kind: "entitlement", name: "Open", resource: "Vault" },
      {
        no: 4,
        kind: "account",
        name: "v1",
        resource: "Vault",
        after: { attributes: { identityId: ["new-1"] }, active: null, entitlements: ["Open"] },
      },
      { no: 5, name: "v2", after: { attributes: {}, entitlements: [] } },
    ]);
    const names = async (query: string) =>
      (await changesOf(importId, query)).map(({ name }) => name);
    expect(await names("?kind=account")).toEqual(["v1", "v2"]);
    expect(await names("?contains=V1")).toEqual(["v1"]);
    expect(await names("?change=removed")).toEqual([]);
    const csv = await on.owner.get(`${history()}/${importId}/changes.csv?contains=v1`);
    expect(csv.body.replace("\uFEFF", "").split("\r\n")).toEqual([
      "kind,change,name,resource,entitlementsBefore,entitlementsAfter,valuesBefore,valuesAfter",
      'account,added,v1,Vault,,Open,,"{""identityId"":[""new-1""]}"',
      "",
    ]);

    await command([["", "Vault", "v3", "Open"]]);
    const refused = await undo(importId);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: "ECONFLICT",
      detail: { code: "import.undoUsed", params: { name: "Open", count: 1 } },
    });
    const [second] = await pastImports();
    expect(second).toMatchObject({ no: 2, actor: "mia", byCommand: true });
    expect((await undo(second?.id ?? "")).json()).toMatchObject({ no: 2, status: "undone" });
    expect((await undo(importId)).json()).toMatchObject({ status: "undone", undoneBy: "owner" });
    expect((await undo(importId)).json()).toMatchObject({
      detail: { code: "import.notUndoable" },
    });
    // The names of what is gone stay readable.
    expect(await changesOf(importId, "?contains=v1")).toMatchObject([
      { resource: "Vault", after: { entitlements: ["Open"] } },
    ]);
    const audit = await on.db
      .selectFrom("audit")
      .select(["actor", "target", "after"])
      .where("call", "=", "import/undoImport")
      .where("target", "=", importId)
      .executeTakeFirstOrThrow();
    expect(audit).toEqual({ actor: "owner", target: importId, after: { no: 1, changes: 5 } });
    expect((await undo(randomUUID())).statusCode).toBe(404);
    expect(on.errors).toEqual([]);
  });

  test("the changes of the last import are kept, and those of older imports are deleted after 90 days", async () => {
    await command([["", "Safe", "s1", "Open"]]);
    await command([["", "Safe", "s2", "Open"]]);
    const [last, first] = await pastImports();
    const later = new Date(Date.now() + RETENTION);
    await dropOldChanges(on.db, new Date(later.getTime() - 3_600_000));
    expect(await changesOf(first?.id ?? "")).toHaveLength(3);
    const past = new Date(later.getTime() + 3_600_000);
    await dropOldChanges(on.db, past);
    await dropOldChanges(on.db, past);
    expect(await changesOf(first?.id ?? "")).toEqual([]);
    expect(await changesOf(last?.id ?? "")).toHaveLength(1);
    expect((await pastImports()).map(({ undoable }) => undoable)).toEqual([true, false]);
    expect((await undo(first?.id ?? "")).json()).toMatchObject({
      detail: { code: "import.notUndoable" },
    });
  });

  test("an import whose changes are only partly kept is not undone", async () => {
    // A look removes 5,000 changes.
    await command(Array.from({ length: 5001 }, (_, no) => ["", "Large", `l${no}`, "Open"]));
    await command([["", "Large", "later", "Open"]]);
    const [later, large] = await pastImports();
    expect(large).toMatchObject({ changes: 5003, undoable: true });
    const past = new Date(Date.now() + RETENTION + 3_600_000);
    const left = async () => {
      const rows = await on.db
        .selectFrom("import_changes")
        .select("no")
        .where("import_id", "=", large?.id ?? "")
        .execute();
      return rows.length;
    };
    await dropOldChanges(on.db, past);
    expect(await left()).toBe(3);
    expect((await pastImports()).map(({ undoable }) => undoable)).toEqual([true, false]);
    const refused = await undo(large?.id ?? "");
    expect(refused.json()).toMatchObject({ detail: { code: "import.notUndoable" } });
    await undo(later?.id ?? "");
    await dropOldChanges(on.db, past);
    expect(await left()).toBe(0);
  });

  test("an import that lost some of its changes is not undone", async () => {
    await command([["", "Lost", "l1", "Open"]]);
    const [past] = await pastImports();
    await on.db
      .deleteFrom("import_changes")
      .where("import_id", "=", past?.id ?? "")
      .where("no", "=", 1)
      .execute();
    const refused = await undo(past?.id ?? "");
    expect(refused.json()).toMatchObject({ detail: { code: "import.notUndoable" } });
  });
});
