/** Work in a separate Node process, so that no run benefits from earlier compilation or leftovers. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { PACKAGE } from "./machine.ts";
import type { Cleanup } from "./cleanup.ts";

/** An exported async function; it takes one object, and its result must be cloneable. */
export interface ForkedWork {
  readonly module: URL;
  readonly work: string;
}

const ENTRY = fileURLToPath(new URL("./forked.ts", import.meta.url));

/** @returns the work's result; the caller knows its type. Its process may call `gc()`. */
export async function runForked<Result>(
  { module, work }: ForkedWork,
  options: Readonly<Record<string, unknown>>,
  cleanup: Cleanup,
): Promise<Result> {
  const child = fork(ENTRY, {
    cwd: PACKAGE,
    execArgv: ["--expose-gc", "--import", "tsx"],
    serialization: "advanced",
  });
  const end = cleanup.add(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const replied = once(child, "message");
  child.send({ module: module.href, work, options });
  const reply: unknown = await Promise.race([
    replied.then(([message]) => message as unknown),
    exited.then(([code, signal]) => {
      throw new Error(`${work} ended with ${code ?? signal}`);
    }),
  ]);
  await exited;
  await end();
  return reply as Result;
}
