/** The entry of the worker that keeps the log. */
import { expose } from "comlink";
import { storeKeeper } from "./logStoreApi.ts";

expose(storeKeeper);
