/** Runs test files on modules that contain mutants, in one instance of Vitest. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { BaseSequencer, createVitest } from "vitest/node";
import { NONE } from "./switch.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const fromRoot = (path) => (path.startsWith(root) ? path.slice(root.length) : path);
/** A server whose threads contain the mutants. As deep as `dist/server`, because built modules find files beside them. */
const BUILT = join(root, "dist/mutation");
const DATABASES = {
  globalSetup: ["tests/server/support/globalSetup.ts"],
  execArgv: ["--liftoff-only"],
};
const SWITCH = fileURLToPath(new URL("./switch.mjs", import.meta.url));
/** The time limit per mutant, in milliseconds. */
const MAX_TRY = 240_000;

/** In the requested order. */
class InOrder extends BaseSequencer {
  async sort(files) {
    return files;
  }
}

/**
 * @param {object} options
 * @param {readonly string[]} options.tests all test files that may run, from the root
 * @param {ReadonlyMap<string, string>} options.sources by module: its text with mutants
 * @param {number} options.total of mutants
 * @param {boolean} options.hasDatabase whether tests need the databases
 */
export async function openLaboratory({ tests, sources, total, hasDatabase }) {
  const isMutated = (id) => sources.has(fromRoot(id.split("?")[0]));
  const plant = {
    name: "plant-mutants",
    enforce: "pre",
    transform: (_source, id) => (isMutated(id) ? sources.get(fromRoot(id.split("?")[0])) : null),
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined)),
  };
  const vitest = await createVitest(
    "test",
    {
      root,
      config: false,
      watch: false,
      include: tests,
      runner: "tests/mutation/runner.mjs",
      setupFiles: ["tests/support/restoreGlobals.ts"],
      env: { TZ: "UTC", ...(hasDatabase && { PROVISION_BUILT_THREADS: BUILT }) },
      reporters: [{}],
      silent: true,
      update: false,
      dangerouslyIgnoreUnhandledErrors: true,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      maxWorkers: 1,
      isolate: false,
      sequence: { sequencer: InOrder },
      ...(hasDatabase ? DATABASES : { pool: "threads" }),
    },
    { plugins: [plant] },
  );
  if (hasDatabase) await buildThreads(plant);
  const specifications = new Map();
  for (const one of await vitest.globTestSpecifications()) {
    specifications.set(fromRoot(one.moduleId), one);
  }

  async function run(files, order) {
    vitest.provide("mutation", { ...order, total });
    const { testModules } = await vitest.runTestSpecifications(
      files.map((file) => specifications.get(file)),
    );
    return testModules.filter(({ moduleId }) => files.includes(fromRoot(moduleId)));
  }

  return {
    /** @returns {Promise<{ file: string, loaded: number[], hooks: number[], isSound: boolean, tests: object[] }[]>} */
    async record() {
      const modules = await run(tests, { way: "record" });
      return modules.map((module) => ({
        file: fromRoot(module.moduleId),
        isSound: module.ok(),
        ...module.meta(),
        tests: [...module.children.allTests("passed")].map((test) => ({
          id: test.id,
          milliseconds: test.diagnostic()?.duration ?? 0,
          ...test.meta(),
        })),
      }));
    },

    /** @returns {Promise<{ plan: number[], killed: number[], isSpoilt?: boolean }[]>} of each test that ran */
    async play(files, plan, steps) {
      const modules = await run(files, { way: "play", plan, steps });
      return modules
        .flatMap((module) => [...module.children.allTests()].map((test) => test.meta()))
        .filter((meta) => meta.plan?.length > 0);
    },

    /**
     * Runs tests of one file once for each mutant in a separate thread.
     * @param {readonly { id: number, tests: readonly string[] | null }[]} tries mutants, and the tests to run; null: all
     * @param reloads whether modules are reloaded for each mutant
     * @returns {Promise<("killed" | "survived")[] | "late" | "spoilt">} spoilt: the failed tests also fail without a mutant
     */
    async try(file, tries, steps, reloads) {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        // The second one forces the thread to end.
        for (let time = 0; time < 2; time++) void vitest.cancelCurrentRun("test-failure");
      }, MAX_TRY * tries.length);
      const once = [...tries, NONE].map(() => file);
      const [module] = await run(once, { way: "try", tries, steps, reloads });
      clearTimeout(timer);
      if (isLate) return "late";
      const { outcomes = [] } = module?.meta() ?? {};
      return module?.ok() && outcomes.length === tries.length ? outcomes : "spoilt";
    },

    async close() {
      await vitest.close();
      rmSync(BUILT, { recursive: true, force: true });
    },
  };
}

/** Threads of the server run built modules. */
async function buildThreads(plant) {
  const addSwitch = {
    name: "add-switch",
    enforce: "pre",
    transform(source, id) {
      const mutated = plant.transform(source, id);
      return mutated && `import ${JSON.stringify(SWITCH)};${mutated}`;
    },
  };
  await build({
    configFile: join(root, "server/vite.config.ts"),
    logLevel: "error",
    plugins: [addSwitch],
    build: { outDir: BUILT, sourcemap: false },
  });
}

export const readModule = (file) => readFileSync(join(root, file), "utf8");
