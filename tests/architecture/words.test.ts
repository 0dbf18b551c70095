/** Texts in two languages: German is complete, and what travels in English is translated where it is shown. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Type, type TSchema } from "typebox";
import { expect, it } from "vitest";
import { ALL_CALLS } from "#events/calls/index.ts";
import { SUPPORT_TOPICS } from "#events/entities/supportRequest.ts";
import { ORG_TYPE_NAMES } from "#events/entities/orgTypes.ts";
import {
  decideApply,
  hintText,
  lowCohesionBanner,
  unlinkedAccountsBanner,
} from "#events/rules/builder.ts";
import { EMAIL_MESSAGES } from "#events/rules/email.ts";
import { USER_LABELS } from "#events/rules/users.ts";
import * as validation from "#events/rules/validation.ts";
import { ApiError } from "#server/plugins/errors.ts";
import { compileCheck } from "#server/plugins/validation.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { german as say } from "#src/app/sentences.de.ts";
import { ORG_KIND_NAMES } from "#src/data/orgs/index.ts";
import { exportFileName, describeExported } from "#src/features/policy-builder/exportRules.ts";
import { describeExport, describeLeftOut } from "#src/features/event-log/rules.ts";

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
    describeLeftOut(1),
    describeLeftOut(2000),
    describeExported({ records: 1, fileName: "a" }),
    describeExported({ records: 2000, fileName: exportFileName("Org", "shown", 0) }),
  ].filter((sentence) => typeof sentence === "string");
  const left = sentences.filter((sentence) => say(sentence) === sentence && !SAME.test(sentence));
  expect(left).toEqual([]);
});

/** What texts of the source read with what is put into them. */
function filledIn(sentence: string): string {
  return sentence
    .replace(/X1(?= only$)|(?<=one of )X1$/, "{first}, {last}, {f}, {l}")
    .replaceAll(
      /X1(?= (?:characters|items|fields|are possible|values?|lines|resources|columns|more)\b)/g,
      "20",
    )
    .replaceAll(/(?<=at most |header |Line |character |column )X1/g, "20");
}

it("whatever the rules of both sides refuse is translated", () => {
  const text = String.raw`(?:"([A-Z][^"]* [^"]*)"|\`([A-Z"][^\`]* [^\`]*)\`)`;
  const rules = textsBehind(
    sourcesOf("events/rules"),
    new RegExp(String.raw`(?:return|\?|:|=|=>|\?\?)\s*${text}`, "g"),
  );
  expect(rules).toContain("The passwords are not the same");
  expect(rules.length).toBeGreaterThan(45);
  // What quotes a value of CSV, and states that the screens have words of their own for.
  const others = /^"X1"$|^Not Detected$|^All Orgs$/;
  const left = rules
    .filter((sentence) => !others.test(sentence))
    .map(filledIn)
    .filter((sentence) => say(sentence) === sentence);
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

it("what the server finds wrong with single fields and with files is translated", () => {
  const domains = ["auth", "clients", "lists", "orgs", "plugins", "support", "users"];
  const told = [
    ...textsBehind(
      domains.flatMap((domain) => sourcesOf(`server/${domain}`)),
      /(?:invalid\(\s*(?:"[^"]*"|`[^`]*`),|(?:message|problem):|problems\.\w+ (?:\?\?)?=|add\([^,]*,)\s*(?:"([^"]+)"|`([^`]+)`)/g,
    ),
    ...textsBehind(
      ["columns.ts", "csvFile.ts", "utf8.ts"].map((file) =>
        readFileSync(join(root, "server/import", file), "utf8"),
      ),
      /new ImportError\(\s*"(?:EBADCOLUMN|ECSV|EDUPLICATECOLUMN|EENCODING|EFILEEMPTY)",\s*(?:"([^"]+)"|`([^`]+)`)/g,
    ).map((sentence) =>
      sentence
        .replace(/^X1(?=: )/, "X1, record that begins in line 20")
        .replace(/(?<=line )X1/, "20"),
    ),
  ];
  expect(told.length).toBeGreaterThan(35);
  // These are put together of parts, each in a way or two.
  const composed =
    /^The value X1$|^Line 20X1 |^X1 has X1 that |column 20 X1\.$|^The session is active$/;
  const sentences = [
    ...told.map(filledIn).filter((sentence) => !composed.test(sentence)),
    "The value holds the control character U+0000 as character 2. Remove it",
    "Line 4 has the same username",
    "Line 4 and 2 more has the same username",
    "a.csv has a column that users do not have: x. Remove it; the columns are a, b.",
    "a.csv has columns that users do not have: x, y. Remove them; the columns are a, b.",
    "a.csv, line 1: column 2 has no name. Name it or remove it.",
  ];
  const hints =
    '"ID" was found where "id" may be meant; "Job Title" was found where "jobTitle" may be meant';
  expect(
    say(`a.csv lacks the column id. Its first line must name the columns exactly so: ${hints}.`),
  ).toBe(
    "a.csv fehlt die Spalte id. Die erste Zeile muss die Spalten genau so nennen: „ID“ steht da, wo „id“ gemeint sein kann; „Job Title“ steht da, wo „jobTitle“ gemeint sein kann.",
  );
  expect(sentences.filter((sentence) => say(sentence) === sentence)).toEqual([]);
});

it("what schemas find wrong is translated, whichever keywords calls have", () => {
  const wrong: Readonly<Record<string, readonly [TSchema, unknown]>> = {
    type: [Type.String(), 7],
    maxLength: [Type.String({ maxLength: 2 }), "abc"],
    minLength: [Type.String({ minLength: 2 }), "a"],
    maximum: [Type.Integer({ maximum: 2 }), 3],
    minimum: [Type.Integer({ minimum: 2 }), 1],
    maxItems: [Type.Array(Type.String(), { maxItems: 1 }), ["a", "b"]],
    minItems: [Type.Array(Type.String(), { minItems: 1 }), []],
    pattern: [Type.String({ pattern: "^a$" }), "b"],
    format: [Type.String({ format: "uuid" }), "b"],
    const: [Type.Literal("a"), "b"],
    anyOf: [Type.Union([Type.Literal("a"), Type.Null()]), 7],
    additionalProperties: [Type.Object({}), { a: 1 }],
    required: [Type.Object({ a: Type.Null() }), {}],
  };
  const messagesOf = ([schema, value]: readonly [TSchema, unknown]): readonly string[] => {
    try {
      compileCheck(Type.Object({ field: schema }), "body")({ field: value });
      return ["nothing was wrong"];
    } catch (error) {
      return error instanceof ApiError ? (error.fields ?? []).map(({ message }) => message) : [];
    }
  };
  const messages = Object.values(wrong).map(messagesOf);
  expect(messages.every((each) => each.length > 0)).toBe(true);
  expect(messages.flat().filter((message) => say(message) === message)).toEqual([]);

  const shape = new Set([...Object.keys(wrong), "properties", "items", "patternProperties"]);
  const used = ALL_CALLS.flatMap(({ schema: { params, query, body } }) =>
    [params, query, body].flatMap((part) => (part ? keywordsOf(part) : [])),
  );
  expect([...new Set(used)].filter((keyword) => !shape.has(keyword))).toEqual([]);
});

/** The keywords of a schema that say what values may be, at any depth. */
function keywordsOf(node: TSchema): readonly string[] {
  const { properties, items, anyOf } = node as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
    readonly anyOf?: readonly TSchema[];
  };
  const below = [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? [])];
  const own = Object.keys(node).filter((key) => !key.startsWith("~") && !key.startsWith("x-"));
  return [...own, ...below.flatMap(keywordsOf)];
}

it("notifications and what the server says are translated", () => {
  const models = sourcesOf("src");
  const server = sourcesOf("server");
  const told = [
    ...textsBehind(models, /notificationOf\(\s*"\w+",\s*(?:"([^"]+)"|`([^`]+)`)/g),
    ...textsBehind(models, /notSaved: \([^)]*\) =>\s*(?:"([^"]+)"|`([^`]+)`)/g),
    ...textsBehind(server, /new ApiError\(\s*"\w+",\s*(?:"([^"]+)"|`([^`]+)`)/g).map((sentence) =>
      sentence.replace(/(?<=try again later)X1$/, ""),
    ),
    ...textsBehind(server, /notFound\(\s*(?:"([^"]+)"|`([^`]+)`)/g).map(
      (what) => `${what} not found`,
    ),
  ].map((sentence) => sentence.replaceAll(/X1(?= (?:requests|reports that))/g, "20"));
  expect(told.length).toBeGreaterThan(60);
  expect(told.filter((sentence) => say(sentence) === sentence)).toEqual([]);
});
