/**
 * Reads many records of one session in pages, because the result of a request is deserialized at once on the requesting
 * thread.
 */

/** Records per request. */
const PAGE = 64;

interface PagedStore<Item> {
  getAll(range: IDBKeyRange, count: number): Promise<Item[]>;
}

/**
 * The records of a session in key order, in one transaction: nothing else may be awaited between two records.
 *
 * @param keyOf the part of a record's key after the session.
 */
export async function* cursorPages<Item>(
  store: PagedStore<Item>,
  session: string,
  keyOf: (record: Item) => IDBValidKey,
): AsyncGenerator<Item, void> {
  let after: IDBValidKey = [session];
  for (;;) {
    const page = await store.getAll(IDBKeyRange.bound(after, [session, []], true), PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = [session, keyOf(last)];
  }
}

/** The key part after the session, for records of event ranges. */
export function firstOf({ first }: { readonly first: number }): number {
  return first;
}

/** All keys of a session. */
export function allOf(session: string): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []]);
}
