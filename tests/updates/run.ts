/**
 * `npm run updates`: lists the packages of `package.json` whose update is overdue, and known vulnerabilities of all
 * installed packages. It needs the npm registry. The exit code is 0 without a finding, 1 with one, and 2 if the registry
 * did not answer a question. An accepted exception is no finding, but one that is obsolete is.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { EXCEPTIONS, judge } from "./exceptions.ts";
import { MAX_DAYS, overdue, type Published } from "./overdue.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
const ask = async (...args: readonly string[]): Promise<string> =>
  (await run("npm", [...args], { cwd: root, maxBuffer: 256 * 1024 * 1024 })).stdout;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>> & {
    readonly "": Readonly<
      Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>
    >;
  };
}

const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")) as Lock;
const { dependencies, devDependencies } = packages[""];

async function published(name: string): Promise<Published> {
  const installed = packages[`node_modules/${name}`]?.version ?? "";
  const answer = JSON.parse(await ask("view", name, "time", "dist-tags", "--json")) as {
    readonly "dist-tags": { readonly latest: string };
    readonly time: Readonly<Record<string, string>>;
  };
  return { name, installed, latest: answer["dist-tags"].latest, times: answer.time };
}

/** Four at a time. */
async function publishedOf(names: readonly string[]): Promise<readonly Published[]> {
  const waiting = [...names];
  const found: Published[] = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      found.push(await published(name));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return found;
}

let code = 0;
const names = Object.keys({ ...dependencies, ...devDependencies });
try {
  const now = Date.now();
  const waiting = overdue(await publishedOf(names), now);
  const { late, accepted, obsolete } = judge(waiting, EXCEPTIONS, now);
  for (const { name, installed, latest, days, reason, until } of accepted) {
    console.log(
      `${name} ${installed} is accepted until ${until}, ${days} days after a newer version than it. ${reason}. The newest is ${latest}.`,
    );
  }
  for (const { name, installed } of obsolete) {
    console.log(
      `The exception of ${name} ${installed} has ended or is not needed. Remove or renew it.`,
    );
  }
  for (const { name, installed, latest, days } of late) {
    console.log(
      `${name} ${installed}: a newer version has existed for ${days} days. Install ${latest}.`,
    );
  }
  console.log(
    `${late.length} of ${names.length} packages wait for more than ${MAX_DAYS} days without an exception.`,
  );
  if (late.length + obsolete.length > 0) code = 1;
} catch (error) {
  console.error(`The registry did not say which versions exist: ${String(error)}`);
  code = 2;
}
// npm ends with an error for vulnerabilities, too.
const audit = await ask("audit", "--json").catch(
  (error: { readonly stdout?: string }) => error.stdout ?? "",
);
const found = readVulnerabilities(audit);
if (found === null) {
  console.error("The registry did not answer about vulnerabilities. Run npm audit where it does.");
  code = 2;
} else {
  for (const [name, { severity }] of found) console.log(`${name}: a ${severity} vulnerability`);
  console.log(`${found.length} packages have a known vulnerability.`);
  if (found.length > 0) code = Math.max(code, 1);
}
process.exitCode = code;

function readVulnerabilities(text: string) {
  try {
    const { vulnerabilities } = JSON.parse(text) as {
      readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
    };
    return vulnerabilities ? Object.entries(vulnerabilities) : null;
  } catch {
    return null;
  }
}
