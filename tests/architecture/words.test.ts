/** Texts in two languages: German is complete, and what travels in English is translated where it is shown. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { SUPPORT_TOPICS } from "#events/entities/supportRequest.ts";
import { ORG_TYPE_NAMES } from "#events/entities/orgTypes.ts";
import { EXTERNAL_LINKS } from "#src/app/externalLinks.ts";
import { FEATURES } from "#src/app/features.ts";
import { german as say } from "#src/app/sentences.de.ts";
import { ORG_KIND_NAMES } from "#src/data/orgs/index.ts";

const root = join(import.meta.dirname, "../..");

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(root, folder, path), "utf8"));
}

/** Literals and templates behind a place in the source; what is put into a template stands as an X. */
function textsBehind(sources: readonly string[], place: RegExp): readonly string[] {
  return sources.flatMap((source) =>
    [...source.matchAll(place)].map(([, quoted, template]) =>
      (quoted ?? template ?? "").replaceAll(/\$\{[^}]*\}/g, "X1"),
    ),
  );
}

/** Texts that are the same in both languages. */
const SAME = /^(?:Dashboard \||Status|Name|Details|Person|Support)$/;

it("each catalogue has its German, which says something else", async () => {
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
    expect(same.length / english.size, path).toBeLessThan(0.25);
  }
});

/** The plain texts of a catalogue, by their path. */
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

it("names are translated", () => {
  const sentences = [
    ...Object.values(SUPPORT_TOPICS),
    ...Object.values(ORG_TYPE_NAMES),
    ...Object.values(ORG_KIND_NAMES),
  ].filter((sentence) => typeof sentence === "string");
  const left = sentences.filter((sentence) => say(sentence) === sentence && !SAME.test(sentence));
  expect(left).toEqual([]);
});

it("what is wrong with a file that is to be replayed is translated", () => {
  const sources = [...sourcesOf("src/kernel/log"), ...sourcesOf("src/app/replay")].map((source) =>
    source
      .replaceAll("${GET_AGAIN}", "Get the file again from where it was exported.")
      .replaceAll("${NEWER}", "Open it in that version of Provision, or a later one."),
  );
  const text = String.raw`(?:"([^"]+)"|\`([^\`]+)\`)`;
  const told = [
    ...textsBehind(sources, new RegExp(String.raw`new LogFileError\(\s*"E\w+",\s*${text}`, "g")),
    ...textsBehind(sources, new RegExp(String.raw`\b(?:bad|badLog|newerLog)\(\s*${text}`, "g")),
  ].map((sentence) =>
    sentence
      .replaceAll(/(?<=\b(?:[Ll]ines?|to|than|number) )X1/g, "1,234")
      .replace("ProvisionX1,", "Provision (0.2.0),"),
  );
  expect(told.length).toBeGreaterThan(25);
  // That which all messages of bad lines are made by.
  const made = told.filter((sentence) => /X1 (?:Get the file|Open it)/.test(sentence));
  expect(made).toHaveLength(2);
  const left = told.filter((sentence) => !made.includes(sentence) && say(sentence) === sentence);
  expect(left).toEqual([]);
  const half = told.map(say).filter((sentence) => /\b(?:[Ll]ine|file|log|body)\b/.test(sentence));
  expect(half).toEqual([]);
});
