/** Every projection of the product, for programs without a browser: replays in Node, tests and benchmarks. */
import { FEATURES } from "./features.ts";
import "./loadModels.ts";

// Sequential, so that projections are registered in the same order in every run.
for (const { models } of FEATURES) await models?.();
