/** Views take the classes of style sheets by name, which no compiler checks. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../../src");
const IMPORT = /import (\w+) from "([^"]+\.module\.css)"/g;

it("every class that a view uses is declared in its style sheet", () => {
  const views = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".tsx"),
  );
  expect(views.length).toBeGreaterThan(100);
  const missing = views.flatMap((view) => {
    const code = readFileSync(join(SRC, view), "utf8");
    return [...code.matchAll(IMPORT)].flatMap(([, styles = "", path = ""]) => {
      const sheet = readFileSync(join(SRC, dirname(view), path), "utf8");
      const declared = new Set([...sheet.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => name));
      const used = [...code.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, "g"))];
      return used
        .map(([, name = ""]) => name)
        .filter((name) => !declared.has(name))
        .map((name) => `${view}: ${name} of ${path}`);
    });
  });
  expect(missing).toEqual([]);
});
