/** All items of a list as a CSV file, at the address of its call plus `.csv`. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { CallDefinition, CallSchema, InputOf } from "#events/kernel/call.ts";
import { csvRecord } from "#events/rules/csv.ts";
import type { Client } from "#events/entities/client.ts";
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

/** A column's header and its text for an item. */
type Columns<Item> = Readonly<Record<string, (item: Item) => string>>;

export interface CsvExport<Schema extends CallSchema, Selection, Item> {
  readonly fileName: string;
  readonly list: List<Selection, Item, string>;
  readonly selection: (input: InputOf<Schema>, clientId: string, user: User) => Selection;
  readonly columns: Columns<Item>;
}

/** Serves the export in batches to users who may make the call. */
export function mountCsvExport<Name extends string, Schema extends CallSchema, Selection, Item>(
  app: FastifyInstance,
  call: CallDefinition<Name, Schema>,
  { fileName, list, selection, columns }: CsvExport<Schema, Selection, Item>,
): void {
  mountCsvFile(app, call, {
    fileName,
    columns,
    batches: async (input, { client, user }) =>
      listBatches(app.services.db, list, selection(input, client.id, user)),
  });
}

interface CsvReader {
  readonly client: Client;
  readonly user: User;
}

export interface CsvFile<Schema extends CallSchema, Item> {
  readonly fileName: string;
  readonly columns: Columns<Item>;
  /** A rejection becomes the error reply. An error of a later batch ends the file early. */
  readonly batches: (
    input: InputOf<Schema>,
    reader: CsvReader,
  ) => Promise<AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>>;
}

/** Like `mountCsvExport`, for items that are not a list of the database. */
export function mountCsvFile<Name extends string, Schema extends CallSchema, Item>(
  app: FastifyInstance,
  call: CallDefinition<Name, Schema>,
  { fileName, columns, batches }: CsvFile<Schema, Item>,
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
      const items = await batches(input, { client, user });
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${fileName}"`)
        .send(Readable.from(recordsOf(items, columns)));
    },
  });
}

async function* recordsOf<Item>(
  batches: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
  columns: Columns<Item>,
): AsyncGenerator<string> {
  const texts = Object.values(columns);
  yield BYTE_ORDER_MARK + csvRecord(Object.keys(columns));
  for await (const items of batches) {
    yield items.map((item) => csvRecord(texts.map((text) => text(item)))).join("");
  }
}

/** All items of a list. */
export async function* listBatches<Selection, Item>(
  db: Kysely<Database>,
  list: List<Selection, Item, string>,
  selection: Selection,
): AsyncGenerator<readonly Item[]> {
  let after: Cursor | null = null;
  do {
    const page: { readonly items: Item[]; readonly next: Cursor | null } = await findAfter(
      db,
      list,
      selection,
      { after, size: BATCH_SIZE },
    );
    yield page.items;
    after = page.next;
  } while (after !== null);
}
