/**
 * The runner of a thread's tests, in one of three modes, which `laboratory.mjs` chooses:
 * - `record`: without a mutant; notes which mutants each test reaches.
 * - `play`: each test once for each mutant of its plan, and then once without. If the last run fails, a mutant spoilt the
 *   test, and its results do not count.
 * - `try`: some tests of one file, once for each mutant and up to the first failing test. Then all tests that failed, once
 *   without a mutant. The mutant is also active while the file is collected.
 */
import fc from "fast-check";
import { inject, TestRunner } from "vitest";
import { mutation, NONE } from "./switch.mjs";

// Finding the smallest failing example takes long and does not change the verdict.
fc.configureGlobal({ endOnFailure: true });

export default class MutationRunner extends TestRunner {
  #order = inject("mutation");
  /** Results of the tried mutants. */
  #outcomes = [];
  /** Ids of the tests that failed with a mutant. */
  #failed = new Set();

  onBeforeCollect() {
    const { way, reloads, total } = this.#order;
    mutation.takeReached(total);
    mutation.activate(this.#tried ?? NONE, 0);
    this.cancelRun = false;
    if (way === "try" && reloads) this.#forgetModules();
  }

  /** The mutant under test; undefined without one. */
  get #tried() {
    return this.#order.tries?.[this.#outcomes.length]?.id;
  }

  /** Ids of the tests that are run; null: all. */
  get #chosen() {
    const attempt = this.#order.tries?.[this.#outcomes.length];
    return attempt === undefined ? this.#failed : attempt.tests && new Set(attempt.tests);
  }

  /** Reloads the repository's modules with the active mutant. */
  #forgetModules() {
    for (const [id, node] of this.workerState.evaluatedModules.idToModuleMap) {
      if (id.includes("/node_modules/") || id.includes("/tests/mutation/")) continue;
      node.promise = undefined;
      node.exports = undefined;
      node.evaluated = false;
      node.importers.clear();
    }
  }

  onCollected([file]) {
    const { way } = this.#order;
    if (way === "record") file.meta.loaded = this.#takeReached().reached;
    const chosen = way === "try" ? this.#chosen : null;
    // The file itself is never skipped, because its end stores the results.
    if (chosen !== null) for (const task of file.tasks) skipOthers(task, chosen);
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    if (this.#order.way !== "play" || test.mode === "skip" || test.mode === "todo") return;
    const plan = (this.#order.plan[test.id] ?? []).filter((id) => !mutation.killed.has(id));
    if (plan.length === 0) test.mode = "skip";
    test.retry = 0;
    test.repeats = plan.length;
    test.meta.plan = plan;
    test.meta.killed = [];
    test.meta.missed = [];
  }

  onBeforeTryTask(test, options) {
    super.onBeforeTryTask(test, options);
    const { way, steps } = this.#order;
    if (way === "record") this.#noteHooks(test.file);
    if (way === "play") mutation.activate(test.meta.plan[options.repeats] ?? NONE, steps[test.id]);
    if (way === "try") mutation.activate(this.#tried ?? NONE, steps[test.id] ?? 0);
  }

  async onAfterRetryTask(test, options) {
    await super.onAfterRetryTask(test, options);
    const { way } = this.#order;
    if (way === "record") Object.assign(test.meta, this.#takeReached());
    if (way === "play") this.#judge(test, test.meta.plan[options.repeats]);
  }

  /** Notes whether the test killed the mutant, and prepares the test for the next one. */
  #judge(test, mutant) {
    const wasReached = mutation.hasReached(mutant);
    mutation.activate(NONE, 0);
    const { result, meta } = test;
    if (mutant !== undefined && !wasReached) meta.missed.push(mutant);
    if (result.state === "fail" && mutant === undefined) meta.isSpoilt = true;
    if (result.state === "fail" && mutant !== undefined) meta.killed.push(mutant);
    if (mutant === undefined && !meta.isSpoilt) {
      for (const id of meta.killed) mutation.killed.add(id);
    }
    result.state = "pass";
    result.errors = undefined;
    result.attempts.length = 0;
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    if (this.#order.way === "try" && test.result?.state === "fail") this.cancelRun = true;
  }

  async onAfterRunSuite(suite) {
    if (this.#order.way === "record") this.#noteHooks(suite.file);
    if (suite.file === suite) suite.meta.outcomes = [...this.#outcomes];
    await super.onAfterRunSuite(suite);
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles(files);
    const [file] = files;
    const isKilled = file.result?.state === "fail";
    if (isKilled) this.#noteFailed(file);
    this.#outcomes.push(isKilled ? "killed" : "survived");
  }

  /** If only a hook fails, all tests that would have run count as failed. */
  #noteFailed(file) {
    const tests = testsIn(file);
    const failed = tests.filter(({ result }) => result?.state === "fail");
    const chosen = this.#chosen;
    const noted = failed.length > 0 ? failed : tests.filter(({ id }) => chosen?.has(id) ?? true);
    for (const { id } of noted) this.#failed.add(id);
  }

  #takeReached() {
    return mutation.takeReached(this.#order.total);
  }

  /** The mutants reached outside of tests since the last test. */
  #noteHooks(file) {
    file.meta.hooks = [...(file.meta.hooks ?? []), ...this.#takeReached().reached];
  }
}

const testsIn = (task) => (task.type === "test" ? [task] : task.tasks.flatMap(testsIn));

/** Also skips blocks without a chosen test, together with their hooks. */
function skipOthers(task, chosen) {
  if (!testsIn(task).some(({ id }) => chosen.has(id))) task.mode = "skip";
  for (const one of task.tasks ?? []) skipOthers(one, chosen);
}
