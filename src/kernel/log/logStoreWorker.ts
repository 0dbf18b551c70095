/** The entry point of the log's worker. */
import { expose } from "comlink";
import { logStoreApi } from "./logStoreApi.ts";

expose(logStoreApi);
