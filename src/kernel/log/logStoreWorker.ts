/** The entry of the worker that keeps the log. */
import { expose } from "comlink";
import { logStoreApi } from "./logStoreApi.ts";

expose(logStoreApi);
