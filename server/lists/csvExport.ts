/** All items of a list as a CSV file, at the address of its call plus `.csv`. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { CallDefinition, CallSchema, InputOf } from "#events/kernel/call.ts";
import { csvRecord } from "#events/rules/csv.ts";
import type { User } from "#events/entities/user.ts";
import { checkAccess } from "../auth/access.ts";
import type { Database } from "../db/schema.ts";
import { notPermitted } from "../plugins/errors.ts";
import { compileCheck } from "../plugins/validation.ts";
import { findAfter, type Cursor, type List } from "./list.ts";

/** Items per batch. */
const BATCH_SIZE = 2000;
/** Spreadsheets need it to read a file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export interface CsvExport<Schema extends CallSchema, Selection, Item> {
  readonly fileName: string;
  readonly list: List<Selection, Item, string>;
  readonly selection: (input: InputOf<Schema>, clientId: string, user: User) => Selection;
  /** A column's header and its text for an item. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
}

/** Serves the export in batches to users who may make the call. */
export function mountCsvExport<Name extends string, Schema extends CallSchema, Selection, Item>(
  app: FastifyInstance,
  call: CallDefinition<Name, Schema>,
  { fileName, list, selection, columns }: CsvExport<Schema, Selection, Item>,
): void {
  const { services } = app;
  const checks = (["params", "query"] as const).flatMap((part) => {
    const schema = call.schema[part];
    return schema ? [[part, compileCheck(schema, part)] as const] : [];
  });
  app.get(`${call.endpoint}.csv`, {
    schema: { hide: true },
    onRequest: async (request, reply) => {
      request.access = await checkAccess(services, call, request, reply);
      if (request.access.user) app.transfers.begin(request.access.user.id, reply);
    },
    handler: async (request, reply) => {
      const input = Object.fromEntries(
        checks.map(([part, check]) => [part, check(request[part])]),
      ) as InputOf<Schema>;
      const { client, user } = request.access ?? {};
      if (!client || !user) throw notPermitted();
      const wanted = selection(input, client.id, user);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${fileName}"`)
        .send(Readable.from(recordsOf(services.db, list, wanted, columns)));
    },
  });
}

async function* recordsOf<Selection, Item>(
  db: Kysely<Database>,
  list: List<Selection, Item, string>,
  selection: Selection,
  columns: Readonly<Record<string, (item: Item) => string>>,
): AsyncGenerator<string> {
  const texts = Object.values(columns);
  yield BYTE_ORDER_MARK + csvRecord(Object.keys(columns));
  let after: Cursor | null = null;
  do {
    const page: { readonly items: Item[]; readonly next: Cursor | null } = await findAfter(
      db,
      list,
      selection,
      { after, size: BATCH_SIZE },
    );
    yield page.items.map((item) => csvRecord(texts.map((text) => text(item)))).join("");
    after = page.next;
  } while (after !== null);
}
