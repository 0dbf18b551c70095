/** Texts in two languages: German is complete, and what travels in English is translated where it is shown. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { SUPPORT_TOPICS } from "#events/entities/supportRequest.ts";
import { ORG_TYPE_NAMES } from "#events/entities/org.ts";
import {
  decideApply,
  hintText,
  lowCohesionBanner,
  unlinkedAccountsBanner,
} from "#events/policy/builder.ts";
import { EMAIL_MESSAGES } from "#events/policy/email.ts";
import { USER_LABELS } from "#events/policy/users.ts";
import * as validation from "#events/policy/validation.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { german as say } from "#src/app/sentences.de.ts";
import { ORG_KIND_NAMES } from "#src/features/orgs/index.ts";
import { exportFileName, describeExported } from "#src/features/policy-builder/exportRules.ts";
import { describeExport } from "#src/features/support/rules.ts";

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
    .filter((path) => /[wW]ords\.de\.ts$/.test(path))
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

it("titles, labels and the messages of all rules are translated", () => {
  const { checkRequired, checkNotEmpty, checkAscii, checkPassword, checkFile } = validation;
  const attempt = { text: "", selectedCount: 1, orgOid: "o", clientId: "c" };
  const refusals = [
    decideApply({ ...attempt, text: "x" }),
    decideApply({ ...attempt, selectedCount: 0 }),
    decideApply({ ...attempt, orgOid: null }),
    decideApply({ ...attempt, clientId: null }),
  ];
  const sentences = [
    ...[...ROUTE_TABLE.routes, ROUTE_TABLE.notFound].map(({ title }) => title),
    ...Object.values(USER_LABELS),
    ...Object.values(USER_LABELS).map((label) => checkRequired("", label)),
    ...Object.values(EMAIL_MESSAGES),
    ...Object.values(SUPPORT_TOPICS),
    ...Object.values(ORG_TYPE_NAMES),
    ...Object.values(ORG_KIND_NAMES),
    validation.PASSWORD_HINT,
    checkRequired(""),
    checkNotEmpty(""),
    checkAscii("ä"),
    checkPassword("x"),
    checkFile(null),
    checkFile({ size: 1e9 }),
    validation.checkConfirmation("a", "b"),
    validation.checkRepeated("a", "b"),
    ...refusals.map((refusal) => ("message" in refusal ? refusal.message : null)),
    unlinkedAccountsBanner(10, 9)?.text,
    unlinkedAccountsBanner(10_000, 8)?.text,
    lowCohesionBanner(30, true)?.text,
    hintText("Wire Release", 97.6),
    describeExport(1, 10, "a"),
    describeExport(12_000, 1e6, "a"),
    describeExported({ records: 1, fileName: "a" }),
    describeExported({ records: 2000, fileName: exportFileName("Org", "shown", 0) }),
  ].filter((sentence) => typeof sentence === "string");
  const left = sentences.filter((sentence) => say(sentence) === sentence && !SAME.test(sentence));
  expect(left).toEqual([]);
});

it("notifications and what the server says are translated", () => {
  const models = sourcesOf("src");
  const server = sourcesOf("server");
  const told = [
    ...textsBehind(models, /notificationOf\(\s*"\w+",\s*(?:"([^"]+)"|`([^`]+)`)/g),
    ...textsBehind(server, /new ApiError\(\s*"\w+",\s*(?:"([^"]+)"|`([^`]+)`)/g).map((sentence) =>
      sentence.replace(/(?<=try again later)X1$/, ""),
    ),
    ...textsBehind(server, /notFound\(\s*(?:"([^"]+)"|`([^`]+)`)/g).map(
      (what) => `${what} not found`,
    ),
  ].map((sentence) => sentence.replaceAll(/X1(?= requests)/g, "20"));
  expect(told.length).toBeGreaterThan(60);
  expect(told.filter((sentence) => say(sentence) === sentence)).toEqual([]);
});
