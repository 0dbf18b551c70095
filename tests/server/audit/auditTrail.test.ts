import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import { recordAudits } from "#server/audit/audit.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";

const TARGET = "=1+1";
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

oneDatabase((database) => {
  let api: TestApi;
  let path: string;
  let owner: Browser;
  beforeAll(async () => {
    const { clientId } = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    path = `/api/clients/${clientId}/audit-trail`;
    owner = await api.signIn("owner");
    const actor = { id: randomUUID(), username: "ann" };
    const entries = Array.from({ length: 5000 }, (_, at) => ({
      at: new Date(START + at * MINUTE_MS),
      actor,
      clientId,
      call: at % 2 === 0 ? "users/updateUser" : "orgs/induce",
      target: at === 9 ? TARGET : `t${at}`,
      before: { name: `n${at}`, isHr: false },
      after: { name: `n${at + 1}`, isHr: false },
    }));
    await recordAudits(database.current.db, entries);
    const elsewhere = entries.slice(0, 1).map((entry) => ({ ...entry, clientId: randomUUID() }));
    await recordAudits(database.current.db, elsewhere);
    return () => api.app.close();
  });

  const list = async (query: string) => {
    const response = await owner.get(`${path}?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    const body = response.json();
    return { entries: body._embedded.entries as AuditEntry[], total: body.page.totalElements };
  };

  test("lists the client's changes, newest first, with their differences", async () => {
    const { entries, total } = await list("actor=ann&size=3");
    expect(total).toBe(5000);
    expect(entries.map(({ target }) => target)).toEqual(["t4999", "t4998", "t4997"]);
    expect(entries[0]).toMatchObject({
      actor: "ann",
      call: "orgs/induce",
      fields: [{ field: "name", before: "n4999", after: "n5000" }],
    });
  });

  test("names the changed thing as it is called now", async () => {
    const { db } = database.current;
    const clientId = path.split("/")[3] ?? "";
    const user = await db
      .selectFrom("users")
      .select(["id", "username"])
      .where("username", "=", "guest")
      .executeTakeFirstOrThrow();
    const org = await db
      .selectFrom("orgs")
      .select(["oid", "display_name"])
      .where("client_id", "=", clientId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const actor = { id: randomUUID(), username: "namer" };
    const gone = randomUUID();
    const elsewhere = randomUUID();
    await db
      .insertInto("users")
      .values({
        id: elsewhere,
        username: "of another client",
        username_key: "of another client",
        given_name: "Ann",
        family_name: "Elsewhere",
        created_at: new Date(START),
      })
      .execute();
    const entries = [elsewhere, user.id, org.oid, gone, "no-id"].map((target, at) => ({
      at: new Date(START + at),
      actor,
      clientId,
      call: "users/updateUser",
      target,
    }));
    await recordAudits(db, entries);
    const { entries: shown } = await list("actor=namer");
    expect(shown.map(({ target, targetName }) => [target, targetName])).toEqual([
      ["no-id", null],
      [gone, null],
      [org.oid, org.display_name],
      [user.id, user.username],
      [elsewhere, null],
    ]);
  });

  test("names what ids in values stand for, in this client only", async () => {
    const { db } = database.current;
    const clientId = path.split("/")[3] ?? "";
    const resources = db.selectFrom("resources").select(["id", "name"]).orderBy("name").limit(1);
    const resource = await resources.where("client_id", "=", clientId).executeTakeFirstOrThrow();
    const foreign = await resources.where("client_id", "!=", clientId).executeTakeFirstOrThrow();
    const entitlement = await db
      .selectFrom("entitlements")
      .select(["role_oid", "name"])
      .where("client_id", "=", clientId)
      .limit(1)
      .executeTakeFirstOrThrow();
    await recordAudits(db, [
      {
        at: new Date(START),
        actor: { id: randomUUID(), username: "linker" },
        clientId,
        call: "orgs/induce",
        before: { resourceOid: foreign.id },
        after: { resourceOid: resource.id, added: [entitlement.role_oid, randomUUID()] },
      },
    ]);
    const { entries } = await list("actor=linker");
    const names = entries[0]?.names?.toSorted((one, other) => one.name.localeCompare(other.name));
    expect(names).toEqual(
      [
        { id: resource.id, name: resource.name },
        { id: entitlement.role_oid, name: entitlement.name },
      ].toSorted((one, other) => one.name.localeCompare(other.name)),
    );
  });

  test("lists an undo under the kind of the change that it undoes", async () => {
    const { db } = database.current;
    const clientId = path.split("/")[3] ?? "";
    const ofPolicies = [
      "orgs/induce",
      "policyChanges/bulkUpdate",
      "policyChanges/undoPolicyChange",
    ];
    const ofUsers = ["bulkChanges/applyBulkChange", "users/undoUserChange"];
    await recordAudits(
      db,
      [...ofPolicies, ...ofUsers].map((call, at) => ({
        at: new Date(START + at),
        actor: { id: randomUUID(), username: "undoer" },
        clientId,
        call,
      })),
    );
    const callsOf = async (kind: string) =>
      (await list(`actor=undoer&kind=${kind}`)).entries.map(({ call }) => call).toReversed();
    expect(await callsOf("orgs")).toEqual(ofPolicies);
    expect(await callsOf("policyChanges")).toEqual(ofPolicies);
    expect(await callsOf("users")).toEqual(ofUsers);
    const counted = await list("kind=users&size=100");
    const pages = Math.ceil(counted.total / 100);
    const last = await list(`kind=users&size=100&page=${pages - 1}`);
    expect((pages - 1) * 100 + last.entries.length).toBe(counted.total);
  });

  test("filters by kind, target and time", async () => {
    expect((await list("actor=ann&kind=users")).total).toBe(2500);
    expect((await list(`target=${encodeURIComponent(TARGET)}`)).total).toBe(1);
    const day = "actor=ann&from=2026-01-02T00:00:00Z&until=2026-01-03T00:00:00Z";
    expect((await list(day)).total).toBe(24 * 60);
    expect((await list("actor=nobody")).total).toBe(0);
  });

  test("exports all matching rows as CSV without spreadsheet formulas", async () => {
    const response = await owner.get(`${path}.csv?actor=ann`);
    expect(response.headers["content-disposition"]).toContain("audit-trail.csv");
    const lines = response.body.trimEnd().split("\r\n");
    expect(lines).toHaveLength(5001);
    expect(lines[1]).toContain(",t4999,");
    expect(lines.find((line) => line.includes("=1+1"))).toContain(`,'${TARGET},`);
  });

  test("refuses the list and the export to users who may not edit users", async () => {
    const guest = await api.signIn("guest");
    expect((await guest.get(path)).statusCode).toBe(403);
    expect((await guest.get(`${path}.csv`)).statusCode).toBe(403);
  });
});
