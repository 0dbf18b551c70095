/** Files whose modules are loaded once for all of them may not change what the others find. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALONE } from "../../vite.config.ts";

const root = join(import.meta.dirname, "../../");
const CHANGES = /\bvi\.(?:mock|doMock|resetModules|stubGlobal|stubEnv)\b/;

const files = ["server", "security", "events", "workers"].flatMap((room) =>
  readdirSync(join(root, "tests", room), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `tests/${room}/${name}`),
);

it("only what runs alone replaces modules and globals", () => {
  const changing = files.filter((file) => CHANGES.test(readFileSync(join(root, file), "utf8")));
  expect(changing).toEqual(ALONE);
});
