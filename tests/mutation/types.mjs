/** Finds mutants with type errors. They could not be committed, so they count neither as killed nor as alive. */
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { REPORTS } from "../architecture/reports.mjs";
import { readModule } from "./laboratory.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const COPY = `${REPORTS}mutation-types/`;
const ROOMS = ["events", "workers", "server"];
const COMPILER = join(root, "node_modules/typescript/bin/tsc");
/** Errors about unused names, which a mutant often causes, do not count. */
const UNUSED = /error TS6(?:133|192|196|198):/;

/**
 * Checks one mutant of each module at a time. Only errors in the mutant's own module count.
 * @returns {Promise<Set<number>>} ids of mutants with type errors
 */
export async function refusedByTypes(mutants) {
  copyRooms();
  const refused = new Set();
  try {
    let left = [...mutants];
    while (left.length > 0) {
      const files = new Set();
      const round = left.filter(({ file }) => !files.has(file) && files.add(file));
      left = left.filter((mutant) => !round.includes(mutant));
      for (const mutant of round) writeFileSync(COPY + mutant.file, planted(mutant));
      const wrong = await modulesWithErrors([...files]);
      for (const { id, file } of round) {
        if (wrong.has(file)) refused.add(id);
        copyFileSync(join(root, file), COPY + file);
      }
    }
  } finally {
    rmSync(COPY, { recursive: true, force: true });
  }
  return refused;
}

function copyRooms() {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const room of ROOMS) cpSync(join(root, room), COPY + room, { recursive: true });
  copyFileSync(join(root, "package.json"), `${COPY}package.json`);
}

function planted({ file, start, end, text }) {
  const source = readModule(file);
  return `${source.slice(0, start)}${text}${source.slice(end)}`;
}

async function modulesWithErrors(files) {
  const config = { extends: "../../../tsconfig.json", include: files };
  writeFileSync(`${COPY}tsconfig.json`, JSON.stringify(config));
  // The compiler exits with an error status if it finds errors.
  const { stdout } = await promisify(execFile)(process.execPath, [COMPILER, "-p", COPY], {
    cwd: COPY,
    maxBuffer: 1 << 26,
  }).catch((error) => error);
  const lines = stdout.split("\n").filter((line) => / error TS/.test(line) && !UNUSED.test(line));
  return new Set(lines.map((line) => line.replace(/\(\d+,\d+\): error.*$/s, "")));
}
