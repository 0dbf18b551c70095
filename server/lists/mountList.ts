/** A list as a call, and all its rows as a CSV file. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { PageInfo } from "#events/entities/common.ts";
import type { User } from "#events/entities/user.ts";
import type { CallDefinition, CallSchema, InputOf, ReplyOf } from "#events/kernel/call.ts";
import type { Database } from "../db/schema.ts";
import { type HandlerReply, mountCall } from "../mount.ts";
import { type CsvExport, mountCsvExport } from "./csvExport.ts";
import { readList, type List } from "./list.ts";
import type { PagingInput } from "./paging.ts";

/** Who reads the list, and when. */
export interface Reader {
  readonly clientId: string;
  readonly user: User;
  readonly at: Date;
}

/** The items of a call's page, by their name. */
type Items<Schema extends CallSchema> = Extract<
  ReplyOf<Schema>,
  { readonly status: 200 }
>["body"] extends {
  readonly _embedded: infer Embedded;
  readonly page: PageInfo;
}
  ? Embedded
  : never;

type ItemOf<
  Schema extends CallSchema,
  Name extends keyof Items<Schema>,
> = Items<Schema>[Name] extends readonly (infer Item)[] ? Item : never;

export interface MountedList<
  Schema extends CallSchema,
  Name extends keyof Items<Schema>,
  Selection,
  Row,
> {
  /** The name of the items in the answer. */
  readonly name: Name;
  readonly list: List<Selection, Row, string>;
  readonly selection: (input: InputOf<Schema>, reader: Reader) => Selection;
  readonly toItem: (row: Row) => ItemOf<Schema, Name>;
  /** Adds what a further query reads about the items of a page. */
  readonly complete?: (
    db: Kysely<Database>,
    reader: Reader,
    items: readonly ItemOf<Schema, Name>[],
  ) => Promise<readonly ItemOf<Schema, Name>[]>;
  readonly csv?: Pick<CsvExport<Schema, Selection, Row>, "fileName" | "columns">;
}

export function mountList<
  Call extends string,
  Schema extends CallSchema,
  Name extends keyof Items<Schema>,
  Selection,
  Row,
>(
  app: FastifyInstance,
  call: CallDefinition<Call, Schema>,
  { name, list, selection, toItem, complete, csv }: MountedList<Schema, Name, Selection, Row>,
): void {
  mountCall(app, call, async (input, { at, client, db, user }) => {
    const reader = { clientId: client.id, user, at };
    const wanted = selection(input, reader);
    const { query } = input as { readonly query: PagingInput };
    const { items, page } = await readList(db, list, wanted, query);
    const shown = items.map(toItem);
    const body = {
      _embedded: { [name]: complete ? await complete(db, reader, shown) : shown },
      page,
    };
    // The type of the items stands in the type of `toItem`.
    return { status: 200, body } as unknown as HandlerReply<Schema, "json">;
  });
  if (!csv) return;
  mountCsvExport(app, call, {
    ...csv,
    list,
    selection: (input, clientId, user) =>
      selection(input, { clientId, user, at: app.services.now() }),
  });
}
