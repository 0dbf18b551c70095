/** The operations of the log's worker for its page. */
import { proxy } from "comlink";
import { openLogStore } from "./logStore.ts";
import { heldSessions } from "./sessionLocks.ts";

export const logStoreApi = {
  /** Like `openLogStore`, in whichever thread this runs. */
  async open(onDropped: () => void) {
    const { bodies, ...store } = await openLogStore(heldSessions, onDropped);
    return proxy({ ...store, bodies: proxy(bodies) });
  },
};

export type StoreKeeper = typeof logStoreApi;
