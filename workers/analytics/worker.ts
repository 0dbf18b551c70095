/** The entry of the analytics worker. */
import { expose } from "comlink";
import { createAnalyticsCore } from "./core.ts";

expose(createAnalyticsCore());
