/** The list of parts that `npm run sbom` writes names every installed package, and which are for development alone. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Component {
  readonly purl: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Locked {
  readonly version: string;
  /** Where the package is installed by another name. */
  readonly name?: string;
}

test("the SBOM contains every package with its version", () => {
  const { stdout, stderr, status } = spawnSync("npm", ["run", "-s", "sbom"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, stderr).toBe(0);
  const { bomFormat, components } = JSON.parse(stdout) as {
    readonly bomFormat: string;
    readonly components: readonly Component[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const expected = Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, { name = path.replace(/^.*node_modules\//, ""), version }]) => {
      return `pkg:npm/${name}@${version}`;
    });
  const listed = components.map(({ purl }) => decodeURIComponent(purl));
  expect([...new Set(listed)].toSorted()).toEqual([...new Set(expected)].toSorted());
  const isForDevelopment = (name: string) =>
    components
      .find(({ purl }) => purl.startsWith(`pkg:npm/${name}@`))
      ?.properties?.some((one) => one.name === "cdx:npm:package:development");
  expect(isForDevelopment("vitest")).toBe(true);
  expect(isForDevelopment("fastify")).toBe(false);
});
