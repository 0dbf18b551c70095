/** The entry point of the analytics worker. */
import { expose } from "comlink";
import { createAnalyticsCore } from "./core.ts";
import { indexInSlices } from "./indexing/inSlices.ts";
import { indexInWorker } from "./indexing/inWorker.ts";
import { shareAnswers } from "./latency/sharedAnswers.ts";

const startThread = (): Worker =>
  new Worker(new URL("./indexing/thread.ts", import.meta.url), { type: "module" });
const severalCores = navigator.hardwareConcurrency > 1;

const core = createAnalyticsCore(severalCores ? indexInWorker(startThread) : indexInSlices);

expose(shareAnswers(core));
