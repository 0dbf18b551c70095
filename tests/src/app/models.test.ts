/** Every projection is created by a model of a manifest. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";

const src = join(import.meta.dirname, "../../../src");

/** Every module of a folder that could create a projection. `logStoreWorker.ts` starts a worker when it is loaded. */
function modulesIn(folder: string): readonly string[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith("logStoreWorker.ts"))
    .map((path) => join(src, folder, path));
}

it("models.ts contains every projection of the product", async () => {
  vi.resetModules();
  await import("#src/app/models.ts");
  const { allProjections } = await import("#src/kernel/projection.ts");
  const known = allProjections().size;
  expect(known).toBeGreaterThan(100);
  for (const path of ["features", "data", "kernel"].flatMap(modulesIn)) {
    await import(path);
    const added = [...allProjections().keys()].slice(known);
    expect(added, `${path} creates projections that no manifest loads`).toEqual([]);
  }
});
