/**
 * A process that tries to take a data directory: `node --import tsx contender.ts DIRECTORY`. It prints `ready`, waits
 * for a line, tries, and prints `won` (then it holds the directory until its input ends) or the reason of its failure.
 */
import { once } from "node:events";
import { lockDataDirectory } from "#server/db/lock.ts";

process.stdout.write("ready\n");
await once(process.stdin, "data");
try {
  lockDataDirectory(process.argv[2] ?? "", "server");
  process.stdout.write("won\n");
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
process.stdin.resume();
await once(process.stdin, "end");
