/** What the worker of the log does for its page. */
import { proxy } from "comlink";
import { openLogStore } from "./logStore.ts";
import { heldSessions } from "./sessionLocks.ts";

export const logStoreApi = {
  /** As `openLogStore`, of whatever thread this runs in. */
  async open(onDropped: () => void) {
    const { bodies, ...store } = await openLogStore(heldSessions, onDropped);
    return proxy({ ...store, bodies: proxy(bodies) });
  },
};

export type StoreKeeper = typeof logStoreApi;
