/** The entry of the worker that keeps the log. */
import { expose } from "comlink";
import { storeKeeper } from "./storeKeeper.ts";

expose(storeKeeper);
