/** Reads many records of one session: what a request brings is copied on the thread that asked, all of it at once. */

/** Records of a request. */
const PAGE = 64;

interface PagedStore<Item> {
  getAll(range: IDBKeyRange, count: number): Promise<Item[]>;
}

/**
 * The records of a session in the order of their keys, in one transaction: between two records nothing else may be
 * awaited.
 *
 * @param keyOf the part of a record's key that follows the session.
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

/** What of a key follows the session, where records are of runs of events. */
export function firstOf({ first }: { readonly first: number }): number {
  return first;
}

/** All keys of a session. */
export function allOf(session: string): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []]);
}
