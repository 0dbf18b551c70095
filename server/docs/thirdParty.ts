/** The notices of the packages that Provision is made of, as text: their names, licences and licence texts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** In the directory of the built client, and below the address of the docs. */
export const NOTICES_FILE = "third-party-notices.txt";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const RULE = "-".repeat(80);

interface Installed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly directory: string;
}

/**
 * @param root of the repository, with its lock file and its installed packages.
 * @returns the notices of all packages that are not for development alone, by name; equal texts stand there once.
 */
export function thirdPartyNotices(root: string): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, licence, directory } of installedPackages(root)) {
    const text = licenceText(directory) ?? `The package has no licence file. Licence: ${licence}`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`);
  return [
    "Third-party software in Provision\n\nProvision contains these packages. Their authors hold the rights to them.\n",
    ...parts,
  ].join(`\n${RULE}\n`);
}

function installedPackages(root: string): readonly Installed[] {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const seen = new Set<string>();
  return Object.entries(lock.packages)
    .flatMap(([path, { dev }]) => {
      const directory = join(root, path);
      // Packages for other systems are not installed.
      const isUsed = path !== "" && !dev && existsSync(join(directory, "package.json"));
      return isUsed ? [readPackage(directory)] : [];
    })
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
}

function keyOf({ name, version }: Installed): string {
  return `${name} ${version}`;
}

function readPackage(directory: string): Installed {
  const { name, version, license } = JSON.parse(
    readFileSync(join(directory, "package.json"), "utf8"),
  ) as { readonly name: string; readonly version: string; readonly license?: unknown };
  const licence = typeof license === "string" ? license : "not named";
  return { name, version, licence, directory };
}

function licenceText(directory: string): string | null {
  const files = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(directory, name), "utf8").replaceAll("\r\n", "\n").trim());
  return files.length === 0 ? null : files.join("\n\n");
}
