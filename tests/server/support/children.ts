/** Child processes of tests: started on a TypeScript module, read line by line. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { SHORT_LIVED } from "../../support/shortLived.ts";

export interface Child {
  process: ChildProcess;
  /** Its output so far. */
  lines: string[];
  /** Waits for the line with this number, from 0. Fails if the process ends before. */
  line(number: number): Promise<string>;
  /** Kills it like `kill -9`, and waits for its end. */
  kill(): Promise<void>;
}

export function startChild(module: URL, ...parameters: string[]): Child {
  const child = spawn(
    process.execPath,
    [...SHORT_LIVED, "--import", "tsx", fileURLToPath(module), ...parameters],
    {
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const lines: string[] = [];
  let errors = "";
  child.stderr.on("data", (bytes: Buffer) => {
    errors += bytes.toString();
  });
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  const ended = once(child, "close");
  return {
    process: child,
    lines,
    line: async (number) => {
      for (;;) {
        const line = lines[number];
        if (line !== undefined) return line;
        const printed = once(reader, "line").then(() => true);
        const more = await Promise.race([printed, ended.then(() => false)]);
        if (!more && lines[number] === undefined) throw new Error(`The process ended: ${errors}`);
      }
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
