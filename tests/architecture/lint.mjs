/**
 * `npm run lint [-- MODULE…]`: the room table and the other lint rules (oxlint), the format (oxfmt), and a check that
 * both examined all modules, because a linter that examines nothing reports success. With modules, only those are
 * linted.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOMS } from "./rooms.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** Fewer modules indicate that the linter missed some. */
const FEWEST_MODULES = 200;

/**
 * All modules of the repository, as paths from the root: those that git knows or would add, otherwise those on disk.
 */
function listModules() {
  const paths = [...ROOMS, "vite.config.ts"].filter((path) => existsSync(join(root, path)));
  const git = spawnSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...paths],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 },
  );
  const known = git.status === 0 ? git.stdout.split("\0") : paths.flatMap((path) => walk(path));
  return known.filter((path) => CODE.test(path) && existsSync(join(root, path)));
}

function walk(path) {
  if (CODE.test(path)) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    if (!entry.isDirectory()) return [below];
    return entry.name.startsWith(".") ? [] : walk(below);
  });
}

function bin(name) {
  return join(root, "node_modules", name, "bin", name);
}

/**
 * @param {number} fewest minimum number of examined modules
 * @returns whether oxlint found nothing and examined every module
 */
function lint(modules, fewest) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bin("oxlint"), "-c", "tests/architecture/oxlint.json", "-f", "json", ...modules],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    console.error(`oxlint did not run:\n${stdout}${stderr}`);
    return false;
  }
  for (const { filename, labels, code, message, help } of report.diagnostics) {
    const { line, column } = labels[0]?.span ?? { line: 1, column: 1 };
    console.error(
      `${filename}:${line}:${column}  ${code}\n    ${message}${help ? ` ${help}` : ""}`,
    );
  }
  const examined = report.number_of_files;
  console.log(
    `oxlint: ${report.diagnostics.length} problems in ${examined} of ${modules.length} modules, ${report.number_of_rules} rules.`,
  );
  const tooFew = examined < modules.length || examined < fewest;
  if (tooFew) {
    console.error(
      `Only ${examined} modules were examined of the ${Math.max(modules.length, fewest)} that there must be: this check says nothing.`,
    );
  }
  return report.diagnostics.length === 0 && !tooFew;
}

/** @returns whether everything is formatted */
function checkFormat() {
  try {
    execFileSync(process.execPath, [bin("oxfmt"), "--check", "."], { cwd: root, stdio: "pipe" });
  } catch (error) {
    console.error(`${error.stdout ?? ""}${error.stderr ?? ""}`);
    console.error("oxfmt: not formatted. Run: npm run format");
    return false;
  }
  console.log("oxfmt: formatted.");
  return true;
}

const named = process.argv.slice(2);
const isClean = named.length > 0 ? lint(named, named.length) : lint(listModules(), FEWEST_MODULES);
const isFormatted = checkFormat();
process.exit(isClean && isFormatted ? 0 : 1);
