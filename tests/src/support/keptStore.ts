/** Helpers for the store of a log. */
import { vi } from "vitest";
import type { LogStore } from "#src/kernel/log/logStore.ts";
import { ANN, eventsOf, own } from "./storedEvents.ts";

/** A session: the seq of its first event, their number and time. */
export type Appended = [session: string, first: number, count: number, time?: number];

export function appendTo(store: LogStore, ...[session, ...events]: Appended): Promise<void> {
  return store.append(own(session), eventsOf(session, ...events));
}

/** Newest first. */
export async function sessionsIn(store: LogStore): Promise<string[]> {
  return (await store.sessions(ANN)).map(({ id }) => id);
}

export function failToOpenOnce(error: DOMException): void {
  vi.spyOn(indexedDB, "open").mockImplementationOnce(() => {
    throw error;
  });
}

/** While it exists, a request that returns it fails as in a browser, with its transaction. */
export function failToRead(store: string, key: IDBValidKey, name: string): void {
  for (const method of ["get", "getAll"] as const) {
    const read = IDBObjectStore.prototype[method] as (...given: unknown[]) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...given: unknown[]
    ) {
      const [asked] = given;
      const isMeant =
        this.name === store &&
        (asked instanceof IDBKeyRange
          ? asked.includes(key)
          : asked === undefined || indexedDB.cmp(asked, key) === 0);
      if (!isMeant) return read.apply(this, given);
      const tx = this.transaction as FakeTransaction;
      const execute = vi.spyOn(tx, "_execRequestAsync");
      execute.mockImplementationOnce(({ source, operation }) => {
        execute.mockRestore();
        return tx._execRequestAsync({
          source,
          operation: () => {
            if (source._rawObjectStore.getKey(key) === undefined) return operation();
            throw new DOMException("Data lost due to missing file.", name);
          },
        });
      });
      return read.apply(this, given);
    });
  }
}

/** fake-indexeddb internals. */
interface FakeTransaction extends IDBTransaction {
  _execRequestAsync(request: FakeRequest): IDBRequest;
}

interface FakeRequest {
  readonly source: { readonly _rawObjectStore: { getKey(key: IDBValidKey): unknown } };
  /** The operation of a request. */
  readonly operation: () => unknown;
}
