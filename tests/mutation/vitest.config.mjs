/** Runs some test files with one module changed, as `PROVISION_MUTATION` says. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { BaseSequencer } from "vitest/node";
// Vitest 5 needs what this module gives to Node 20.
import "../../vite.config.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { tests, mutant } = JSON.parse(process.env["PROVISION_MUTATION"]);
const hasDatabase = tests.some((file) => /^tests\/(?:server|security)\//.test(file));
/** Files of these rooms may load each module once for all, as in the suite. */
const isPure = tests.every((file) => /^tests\/(?:events|workers)\//.test(file));
const isMutant = (id) => mutant !== null && id.split("?")[0] === join(root, mutant.file);

/** Takes the place of the mutant's module as it is loaded, and leaves nothing of it in the cache of modules. */
const plant = {
  name: "plant-mutant",
  enforce: "pre",
  transform(source, id) {
    if (!isMutant(id)) return null;
    return `${source.slice(0, mutant.start)}${mutant.text}${source.slice(mutant.end)}`;
  },
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (isMutant(id) ? false : undefined));
  },
};

/** The nearest tests first, which notice most. */
class Nearest extends BaseSequencer {
  async sort(files) {
    const at = ({ moduleId }) => tests.findIndex((file) => moduleId.endsWith(file));
    return files.toSorted((one, other) => at(one) - at(other));
  }
}

export default defineConfig({
  root,
  plugins: [plant],
  test: {
    include: tests,
    env: { TZ: "UTC" },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    isolate: !isPure,
    sequence: { sequencer: Nearest },
    ...(hasDatabase
      ? {
          globalSetup: ["tests/server/support/globalSetup.ts"],
          execArgv: ["--liftoff-only"],
        }
      : { pool: "threads" }),
  },
});
