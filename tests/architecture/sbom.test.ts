/** The list of parts that `npm run sbom` writes names what is installed for production, and nothing else. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
}

test("the SBOM contains every production package with its version", () => {
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
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: true }>>;
  };
  const expected = new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== "" && !dev)
      .map(([path, { version }]) => `pkg:npm/${path.replace(/^.*node_modules\//, "")}@${version}`),
  );
  expect(listed.size).toBeGreaterThan(100);
  expect([...listed].toSorted()).toEqual([...expected].toSorted());
});
