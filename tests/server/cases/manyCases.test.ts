/** Filters of the list of cases, and changes of many cases. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Case, CaseKind, CaseState } from "#events/entities/case.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const DAY_MS = 86_400_000;

interface Given {
  readonly kind?: CaseKind;
  readonly state?: CaseState;
  readonly owner?: "mapper" | "owner";
  /** Days from today. */
  readonly due?: number;
}

oneDatabase((database) => {
  let directory: TestDirectory;
  let mapper: Browser;
  let client: string;
  let today: Date;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    today = api.app.services.now();
    mapper = await api.signIn("mapper");
    client = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    await database.current.db.deleteFrom("cases").execute();
  });

  const dayIn = (days: number) =>
    new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  /** Each case is about another account, whose name is that of the case. */
  const give = async (cases: Readonly<Record<string, Given>>) => {
    const rows = Object.entries(cases).map(
      ([subject, { kind = "orphanedAccount", state = "open", owner, due }]) => ({
        client_id: directory.clientId,
        id: randomUUID(),
        kind,
        identity_oid: kind === "orphanedAccount" ? null : randomUUID(),
        role_oid: kind === "orphanedAccount" ? null : randomUUID(),
        account_id: kind === "orphanedAccount" ? randomUUID() : null,
        subject,
        entitlement_name: null,
        resource_name: "CRM",
        search_key: subject,
        state,
        owner_id: owner ? directory.users[owner] : null,
        due_on: due === undefined ? null : dayIn(due),
        created_at: today,
        created_by: "mapper",
        changed_at: today,
      }),
    );
    await database.current.db.insertInto("cases").values(rows).execute();
    return new Map(rows.map(({ subject, id }) => [subject, id]));
  };
  const listed = async (query: string): Promise<readonly Case[]> => {
    const { _embedded, page } = (await mapper.get(`${client}/cases?${query}`)).json();
    expect(page.totalElements).toBe(_embedded.cases.length);
    return _embedded.cases;
  };
  const subjects = async (query: string) =>
    (await listed(`${query}&sort=subject,asc`)).map(({ subject }) => subject);
  const changeMany = (body: object) =>
    mapper.post(`${client}/cases/bulk`, { all: false, ids: [], filters: {}, ...body });

  describe("[IDN-8] the list of cases", () => {
    beforeEach(async () => {
      await give({
        a: { owner: "mapper", due: -1 },
        b: { owner: "owner", due: 0 },
        c: { kind: "outsidePolicy", due: -10, state: "inProgress" },
        d: { kind: "missingAccess", owner: "mapper", due: -5, state: "resolved" },
        e: {},
      });
    });

    test("is filtered by finding, owner and due date, alone and together", async () => {
      const { mapper: me } = directory.users;
      expect(await subjects("")).toEqual(["a", "b", "c", "e"]);
      expect(await subjects("kind=outsidePolicy")).toEqual(["c"]);
      expect(await subjects(`ownerId=${me}`)).toEqual(["a"]);
      expect(await subjects(`ownerId=${me}&show=all`)).toEqual(["a", "d"]);
      expect(await subjects("unowned=true")).toEqual(["c", "e"]);
      expect(await subjects("overdue=true")).toEqual(["a", "c"]);
      // A settled case is not overdue.
      expect(await subjects("overdue=true&show=all")).toEqual(["a", "c"]);
      expect(await subjects("overdue=true&unowned=true&kind=outsidePolicy")).toEqual(["c"]);
      expectError(await mapper.get(`${client}/cases?kind=other`), "EINVALID");
    });

    test("is a CSV file with the same filters", async () => {
      const csv = (await mapper.get(`${client}/cases.csv?overdue=true`)).body.split("\r\n");
      expect(
        csv
          .slice(1)
          .filter(Boolean)
          .map((line) => line.split(",")[0]),
      ).toEqual(expect.arrayContaining(["a", "c"]));
      expect(csv.filter(Boolean)).toHaveLength(3);
    });

    test("offers the owners of cases", async () => {
      const { _embedded } = (await mapper.get(`${client}/case-owners?owning=true`)).json();
      expect(_embedded.owners.map(({ username }: { username: string }) => username)).toEqual([
        "mapper",
        "owner",
      ]);
    });
  });

  describe("[IDN-8] a change of many cases", () => {
    test("closes the filtered cases except the excluded ones, with one entry of the audit trail", async () => {
      const ids = await give({
        a: { due: -1 },
        b: { due: -2 },
        c: { due: -3 },
        d: { due: 1 },
        e: { due: -1, state: "dismissed" },
      });
      const { db } = database.current;
      const count = async () => (await db.selectFrom("audit").select("id").execute()).length;
      const before = await count();
      const reply = await changeMany({
        all: true,
        ids: [ids.get("b")],
        filters: { overdue: "true" },
        change: { state: "resolved" },
      });
      expect(reply.json()).toEqual({ changed: 2, unchanged: 0 });
      expect(await subjects("show=resolved")).toEqual(["a", "c"]);
      expect(await subjects("")).toEqual(["b", "d"]);
      expect(await count()).toBe(before + 1);
      const entry = await db
        .selectFrom("audit")
        .select("after")
        .where("call", "=", "cases/changeCases")
        .orderBy("at", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(entry.after).toEqual({
        state: "resolved",
        cases: 2,
        caseIds: ["a", "c"].map((subject) => ids.get(subject) ?? "").toSorted(),
      });
    });

    test("counts the cases that stay the same, such as settled ones when closing", async () => {
      const ids = await give({ a: {}, b: { state: "dismissed" } });
      const all = { all: false, ids: [...ids.values()] };
      const closed = await changeMany({ ...all, change: { state: "resolved" } });
      expect(closed.json()).toEqual({ changed: 1, unchanged: 1 });
      expect(await subjects("show=dismissed")).toEqual(["b"]);
      const { owner } = directory.users;
      expect((await changeMany({ ...all, change: { ownerId: owner } })).json()).toEqual({
        changed: 2,
        unchanged: 0,
      });
      expect(await subjects(`show=all&ownerId=${owner}`)).toEqual(["a", "b"]);
      expect((await changeMany({ ...all, change: { ownerId: owner } })).json()).toEqual({
        changed: 0,
        unchanged: 2,
      });
      await changeMany({ ...all, change: { dueOn: dayIn(3) } });
      const [first] = await listed("show=all&sort=subject,asc");
      expect(first).toMatchObject({ dueOn: dayIn(3), version: 4 });
      await changeMany({ ...all, change: { dueOn: null } });
      expect((await listed("show=all"))[0]).toMatchObject({ dueOn: null });
    });

    test("is refused without a case, with too many cases, and with an owner of another client", async () => {
      const ids = await give({ a: {} });
      expectError(await changeMany({ change: { state: "resolved" } }), "EINVALID");
      const unknown = await changeMany({ ids: [randomUUID()], change: { state: "resolved" } });
      expectError(unknown, "EINVALID");
      const foreign = { ownerId: directory.users.stranger };
      expectError(await changeMany({ ids: [...ids.values()], change: foreign }), "EINVALID");
      const reopened = await changeMany({ ids: [...ids.values()], change: { state: "open" } });
      expectError(reopened, "EINVALID");
      const many = Object.fromEntries(Array.from({ length: 5001 }, (_, no) => [`case${no}`, {}]));
      for (let first = 0; first < 5001; first += 1000) {
        await give(Object.fromEntries(Object.entries(many).slice(first, first + 1000)));
      }
      const all = { all: true, ids: [...ids.values()], change: { state: "resolved" } };
      expectError(await changeMany(all), "EINVALID");
      expect(await subjects("show=resolved")).toEqual([]);
      const some = { ...all, filters: { contains: "case12" } };
      expect((await changeMany(some)).json()).toEqual({ changed: 111, unchanged: 0 });
    });

    test("concerns cases of one client only", async () => {
      const ids = await give({ a: {} });
      const other = randomUUID();
      await database.current.db.updateTable("cases").set({ client_id: other }).execute();
      const reply = await changeMany({ ids: [...ids.values()], change: { state: "resolved" } });
      expectError(reply, "EINVALID");
    });
  });
});
