import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { count, findAfter, findRange, type Cursor, type List } from "#server/lists/list.ts";
import { matchesText } from "#server/lists/sqlText.ts";
import { eachDatabase } from "../support/databases.ts";

interface Selection {
  readonly clientId: string;
  readonly contains?: string;
}

interface Item {
  readonly id: string;
  readonly name: string | null;
}

/** Rows in the middle of the list that no probe reaches. */
const ROWS = 5000;

const LIST: List<Selection, Item, "id" | "name" | "department"> = {
  table: "identities",
  alias: "i",
  key: ["external_id"],
  scope: ({ clientId }) => [sql`i.client_id = ${clientId}`],
  filters: ({ contains }) => matchesText(sql`i.search_key`, contains),
  sorts: {
    id: [],
    name: [{ by: sql`i.username`, nullsLast: true }],
    department: [{ by: sql`i.department` }, { by: sql`i.external_id`, ascending: true }],
  },
  defaultOrder: { field: "id", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, i.external_id as id, i.username as name from page p
    join identities i on i.client_id = ${clientId} and i.external_id = p.external_id`,
};

const rows = Array.from({ length: ROWS }, (_, at) => ({
  id: `e${String(at).padStart(4, "0")}`,
  name: at % 7 === 0 ? null : `n${(at * 7919) % 1000}`,
  department: `d${at % 3}`,
}));
type Row = (typeof rows)[number];

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const turned = (direction: "asc" | "desc") => (direction === "asc" ? 1 : -1);

/** The expected list, sorted here. */
function expected(field: "id" | "name" | "department", direction: "asc" | "desc", text = "") {
  const way = turned(direction);
  const orders = {
    id: (a: Row, b: Row) => way * compare(a.id, b.id),
    name: (a: Row, b: Row) =>
      Number(a.name === null) - Number(b.name === null) ||
      way * (compare(a.name ?? "", b.name ?? "") || compare(a.id, b.id)),
    department: (a: Row, b: Row) =>
      way * compare(a.department, b.department) || compare(a.id, b.id),
  };
  return rows
    .filter(({ id }) => id.includes(text))
    .toSorted(orders[field])
    .map(({ id }) => id);
}

eachDatabase((database) => {
  const clientId = randomUUID();
  beforeAll(async () => {
    await sql`
      insert into identities (client_id, oid, external_id, username, department, search_key)
      select ${clientId}, gen_random_uuid(), id, name, department, id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, name text, department text)
    `.execute(database.current.db);
  });

  const ids = (items: readonly Item[]) => items.map(({ id }) => id);

  test("any range in any order and filter equals that of rows sorted in the test", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("id" as const, "name" as const, "department" as const),
        fc.constantFrom("asc" as const, "desc" as const),
        fc.constantFrom("", "9", "49", "4998", "none"),
        fc.oneof(fc.constant(0), fc.nat(ROWS + 20)),
        fc.integer({ min: 1, max: 40 }),
        async (field, direction, contains, offset, size) => {
          const all = expected(field, direction, contains);
          const selection = { clientId, contains };
          const found = await findRange(
            db,
            LIST,
            selection,
            { offset, size },
            { field, direction },
          );
          expect(ids(found.items)).toEqual(all.slice(offset, offset + size));
          expect(found.total).toBe(all.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a list with a maximum shows its first matches, and says whether there are more", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("id", "name", "department"),
        fc.constantFrom("asc", "desc"),
        fc.constantFrom("e", "1", "49", "499", "4999", "x"),
        fc.constantFrom(1, 10, 1200, ROWS - 1, ROWS, ROWS + 1),
        fc.oneof(fc.constant(0), fc.nat(1300)),
        fc.integer({ min: 1, max: 40 }),
        async (field, direction, contains, most, offset, size) => {
          const all = expected(field, direction, contains);
          const counted = { ...LIST, maxCounted: () => most };
          const found = await findRange(
            db,
            counted,
            { clientId, contains },
            { offset, size },
            { field, direction },
          );
          expect(ids(found.items)).toEqual(all.slice(0, most).slice(offset, offset + size));
          expect(found).toMatchObject({
            total: Math.min(all.length, most),
            hasMore: all.length > most,
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(["asc", "desc"] as const)(
    "cursors visit each row of a filtered list once, %s",
    async (direction) => {
      const { db } = database.current;
      const seen: string[] = [];
      let after: Cursor | null = null;
      do {
        const selection = { clientId, contains: "9" };
        const order = { field: "id", direction } as const;
        const found: Awaited<ReturnType<typeof findAfter<Selection, Item, "id">>> = await findAfter(
          db,
          LIST,
          selection,
          { after, size: 300 },
          order,
        );
        seen.push(...ids(found.items));
        after = found.next;
      } while (after);
      expect(seen).toEqual(expected("id", direction, "9"));
    },
  );

  test("items have exactly the columns of the list", async () => {
    const { items } = await findRange(
      database.current.db,
      LIST,
      { clientId },
      { offset: 1, size: 1 },
    );
    expect(items).toEqual([{ id: "e0001", name: "n919" }]);
  });

  test("a stored total is used only for a list without filters", async () => {
    const stored = { ...LIST, total: async () => 7 };
    const { db } = database.current;
    expect(await count(db, stored, { clientId })).toBe(7);
    expect(await count(db, stored, { clientId, contains: "4998" })).toBe(1);
  });
});
