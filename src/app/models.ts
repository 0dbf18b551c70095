/** Every projection of the product, for programs without a browser: a replay in Node, tests and benchmarks. */
import { FEATURES } from "./features.ts";
import "./loadModels.ts";

// One after another, so that projections are registered in the same order in every run.
for (const { models } of FEATURES) await models?.();
