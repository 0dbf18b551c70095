/** Texts in two languages: the German ones are complete. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { EXTERNAL_LINKS } from "#src/app/externalLinks.ts";
import { FEATURES } from "#src/app/features.ts";

const root = join(import.meta.dirname, "../..");

/** Texts that are the same in both languages. */
const SAME = /^(?:Dashboard \||Status|Name|Details|Person|Support)$/;

it("each catalogue has German texts that differ from the English ones", async () => {
  const folders = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const pairs = folders
    .filter((path) => /[mM]essages\.de\.ts$/.test(path))
    .map((path) => path.replace(/\.de\.ts$/, ".ts"));
  expect(pairs.length).toBeGreaterThan(15);
  for (const path of pairs) {
    const load = async (file: string) =>
      Object.values(
        (await import(pathToFileURL(join(root, "src", file)).href)) as Record<string, unknown>,
      );
    const [catalogue] = (await load(path)) as [{ readonly english: object }];
    const [german] = (await load(path.replace(/\.ts$/, ".de.ts"))) as [object];
    const english = textsIn(catalogue.english);
    const translated = textsIn(german);
    expect([...translated.keys()], path).toEqual([...english.keys()]);
    const same = [...english].filter(([key, text]) => text === translated.get(key));
    expect(same.length, path).toBeLessThanOrEqual(english.size / 4);
  }
});

/** The plain texts of a catalogue by their path. */
function textsIn(words: object, path = ""): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === "string") return [[path + key, value] as const];
      return typeof value === "object" && value !== null
        ? [...textsIn(value, `${path}${key}.`)]
        : [];
    }),
  );
}

it("titles and labels of manifests are translated", () => {
  const texts = [
    ...FEATURES.flatMap(({ routes = [], palette }) => [
      ...routes.flatMap(({ title, breadcrumb, menu, footer }) => [
        title,
        breadcrumb?.label,
        menu?.label,
        footer?.label,
      ]),
      ...(palette?.actions ?? []).map(({ label }) => label),
    ]),
    ...EXTERNAL_LINKS.flatMap(({ menu, footer }) => [menu?.label, footer?.label]),
  ].filter((text) => text !== undefined);
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter(({ en, de }) => en === de && !SAME.test(en))).toEqual([]);
});
