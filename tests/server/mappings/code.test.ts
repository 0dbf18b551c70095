/** The code of mappings: what it can do, and that hostile code harms nothing but its own mapping. */
import { afterEach, describe, expect, test } from "vitest";
import { renderMessage } from "#events/kernel/message.ts";
import { GERMAN } from "#events/messages/german.ts";
import { message } from "#events/messages/message.ts";
import type { Mapping, MappingDraft } from "#events/entities/mapping.ts";
import { CODE_FUNCTIONS, codeVariables } from "#events/rules/mappings/functions.ts";
import type { MappingInput } from "#events/rules/mappings/evaluate.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import { checkCel } from "#server/mappings/code/cel.ts";
import { mappingOf } from "#server/mappings/commands.ts";
import { MappingTimeError, openEvaluator, type Evaluator } from "#server/mappings/evaluator.ts";
import { attributeSource, inboundDraft, outboundDraft } from "./support.ts";

const RESOURCE = "11111111-1111-4111-8111-111111111111";
let number = 0;
const idOf = (index: number) => `22222222-2222-4222-8222-${String(index).padStart(12, "0")}`;
const made = (draft: MappingDraft): Mapping => mappingOf(draft, RESOURCE, idOf(++number));

const code = (customCode: string, more: Partial<MappingDraft> = {}) =>
  made(inboundDraft("", "email", { mappingType: "CUSTOM", customCode, attributes: [], ...more }));

const account = (values: ValueRecord, key = "a"): MappingInput => ({
  key,
  now: { objectClass: "account", values, active: true, entitlements: ["Read"] },
  before: null,
  target: {},
});

const checkInbound = (text: string, attributes: ReadonlySet<string> | null = null) =>
  checkCel(text, { direction: "inbound", mode: "CUSTOM", attributes });

const open: Evaluator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((evaluator) => evaluator.close()));
});

function evaluatorOf(...mappings: Mapping[]): Evaluator {
  const evaluator = openEvaluator({ mappings, direction: "inbound", multiple: [], held: {} });
  open.push(evaluator);
  return evaluator;
}

async function resultOf(mapping: Mapping, values: ValueRecord = { mail: ["Ann@A.example"] }) {
  const [results] = await evaluatorOf(mapping).evaluate([account(values)]);
  return results?.[0];
}

describe("the values of code", () => {
  test("[MAP-12] code reads attributes, transforms them and gives a value", async () => {
    const values = { mail: ["Ann@A.example"], sn: ["Müller-Lüdenscheidt"], given: ["Ann"] };
    const evaluator = evaluatorOf(
      code("account.given.first(1).lower() + account.sn.plain().lower()"),
    );
    const [results] = await evaluator.evaluate([account(values)]);
    expect(results?.[0]?.after).toEqual(["amueller-luedenscheidt"]);
  });

  test.each([
    ["account.missing", []],
    ['account.missing == "" ? "none" : "some"', ["none"]],
    ['account["mail"].extract("@(.*)")', ["A.example"]],
    ['account.mail.matches("^Ann@")', ["true"]],
    ["size(all.mail)", ["1"]],
    ['active && "Read" in entitlements ? "yes" : "no"', ["yes"]],
    ['"é̂ßÄ".plain()', ["essAe"]],
    ['"x, y".escapeDn()', ["x\\, y"]],
    ["[account.mail.lower()]", ["ann@a.example"]],
    ["null", []],
  ])("%s", async (text, expected) => {
    const result = await resultOf(code(text));
    expect(result?.problem).toBeNull();
    expect(result?.after).toEqual(expected);
  });

  test("[MAP-12] ADVANCED code receives what the sources give", async () => {
    const mapping = made(
      inboundDraft("", "email", {
        mappingType: "ADVANCED",
        customCode: 'value + "|" + string(size(values))',
        attributes: [attributeSource("account/mail", { formats: [{ transform: "LOWERCASE" }] })],
      }),
    );
    expect((await resultOf(mapping))?.after).toEqual(["ann@a.example|1"]);
  });

  test("documented variables and functions exist", () => {
    const samples: Readonly<Record<string, string>> = {
      "string.lower(): string": '"A".lower()',
      "string.upper(): string": '"A".upper()',
      "string.title(): string": '"A".title()',
      "string.camel(): string": '"A".camel()',
      "string.squeeze(): string": '"A".squeeze()',
      "string.plain(): string": '"A".plain()',
      "string.first(int): string": '"A".first(1)',
      "string.last(int): string": '"A".last(1)',
      "string.replace(string, string): string": '"A".replace("a", "b")',
      "string.matches(string): bool": '"A".matches("a")',
      "string.extract(string): string": '"A".extract("a")',
      "string.escapeDn(): string": '"A".escapeDn()',
      "string.contains(string): bool": '"A".contains("a")',
      "string.startsWith(string): bool": '"A".startsWith("a")',
      "string.endsWith(string): bool": '"A".endsWith("a")',
      "string.indexOf(string): int": '"A".indexOf("a")',
      "string.substring(int, int): string": '"A".substring(0, 1)',
      "string.split(string): list(string)": '"A".split("a")',
      "string.trim(): string": '"A".trim()',
      "list(string).join(string): string": '["A"].join("a")',
      "size(list or string): int": 'size("A")',
      "string(any): string": "string(1)",
      "int(string): int": 'int("1")',
      "list.map(x, …): list": "[1].map(x, x)",
      "list.filter(x, …): list": "[1].filter(x, true)",
      "list.exists(x, …): bool": "[1].exists(x, true)",
      "list.all(x, …): bool": "[1].all(x, true)",
    };
    for (const { signature } of CODE_FUNCTIONS) {
      expect(checkInbound(samples[signature] ?? "?"), signature).toEqual([]);
    }
    for (const direction of ["inbound", "outbound"] as const) {
      for (const { name } of codeVariables(direction, "ADVANCED")) {
        expect(checkCel(name, { direction, mode: "ADVANCED", attributes: null }), name).toEqual([]);
      }
    }
  });
});

describe("invalid code", () => {
  test.each([
    ["account.", 8],
    ["identity.username", 0],
    ["1 + true", 0],
    ["value", 0],
    ["process.exit(1)", 0],
  ])("%s is refused at its place", (text, start) => {
    const [problem] = checkInbound(text);
    expect(problem?.reason).toMatchObject({
      code: "mappings.badCode",
      params: { line: 1, column: start + 1 },
    });
    expect(problem?.start).toBe(start);
  });

  test("a problem in a later line names its line and character", () => {
    const [problem] = checkInbound("account.mail +\n  1 +");
    expect(problem?.reason.params).toMatchObject({ line: 2 });
    const german = renderMessage(GERMAN, problem?.reason ?? message("mappings.notFound"));
    expect(german).toMatch(/^Der Code ist in Zeile 2, Zeichen \d+ ungültig\./);
  });

  const NAMES = new Set(["mail", "sn"]);
  const unknown = (name: string, line: number, column: number) => ({
    code: "mappings.codeAttributeUnknown",
    params: { name, line, column },
  });
  test.each([
    ['account.mail + account["sn"] + all.sn[0]', null, null],
    ["account.mial", unknown("mial", 1, 1), "account.mial"],
    ['1 == 1 ?\n  account["mial"] : account.sn', unknown("mial", 2, 3), 'account["mial"]'],
    ["all.mial.map(one, one.lower())", unknown("mial", 1, 1), "all.mial"],
    // The name depends on values.
    ["account[account.mail]", null, null],
  ])("%s: attributes that accounts lack are refused at their place", (text, reason, place) => {
    const [problem] = checkInbound(text, NAMES);
    expect(problem?.reason ?? null).toEqual(reason && expect.objectContaining(reason));
    expect(problem ? text.slice(problem.start, problem.end) : null).toBe(place);
    // Before a discovery, any name is possible.
    expect(checkInbound(text)).toEqual([]);
  });

  test.each([
    ["identity.username + all.email[0]", null],
    ['identity["extension/desk"]', null],
    ["identity.foo", "foo"],
    ['identity["desk"]', "desk"],
  ])("%s: fields that identities lack are refused", (text, name) => {
    const context = { direction: "outbound", mode: "CUSTOM", attributes: NAMES } as const;
    const found = checkCel(text, context).map(({ reason }) => [
      reason.code,
      reason.params?.["name"],
    ]);
    expect(found).toEqual(name === null ? [] : [["mappings.codeFieldUnknown", name]]);
  });

  test("a tree that is too deep or too large is refused", () => {
    const deep = "(".repeat(200) + "1" + ")".repeat(200);
    expect(checkInbound(deep)).toHaveLength(1);
    expect(checkInbound(`1${"+1".repeat(2000)}`)).toHaveLength(1);
    expect(checkInbound(`[${"1,".repeat(500)}1]`)).toHaveLength(1);
  });
});

describe("hostile code", () => {
  const ten = "[0,1,2,3,4,5,6,7,8,9]";
  const nested = (depth: number): string =>
    depth === 0 ? "1" : `${ten}.map(x${depth}, ${nested(depth - 1)})`;
  const slow = `size(${nested(4)}) > 0 && ${ten}.all(a, ${ten}.all(b, ${ten}.all(c, ${ten}.all(d, ${ten}.all(e, ${ten}.all(f, ${ten}.all(g, ${ten}.all(h, ${ten}.all(i, true)))))))))`;

  test("code that does not end fails alone, and other mappings go on", async () => {
    const endless = code(slow);
    const fine = made(inboundDraft("account/given", "givenName"));
    const evaluator = evaluatorOf(endless, fine);
    const input = account({ given: ["Ann"] });
    for (const _repeat of [1, 2]) {
      const [results] = await evaluator.evaluate([input]);
      expect(results?.map(({ problem, after }) => [problem?.code ?? null, after])).toEqual([
        ["codeTooSlow", []],
        [null, ["Ann"]],
      ]);
    }
    expect([...evaluator.broken.keys()]).toEqual([endless.id]);
  }, 20_000);

  const ofTenThousand = `${ten}.all(a, ${ten}.all(b, ${ten}.all(c, ${ten}.all(d, true))))`;

  test("code that is slow for many objects uses up the time of all, and is named", async () => {
    const mappings = [
      made(inboundDraft("account/given", "givenName")),
      code(`${ofTenThousand} ? "x" : ""`),
    ];
    const evaluator = openEvaluator(
      { mappings, direction: "inbound", multiple: [], held: {} },
      { budget: { fixed: 5000, perObject: 0.1 } },
    );
    open.push(evaluator);
    const inputs = Array.from({ length: 30_000 }, (_none, index) => account({}, String(index)));
    const failed = await evaluator.evaluate(inputs).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MappingTimeError);
    expect(failed).toMatchObject({ target: "email" });
  }, 30_000);

  test("an evaluation ends when it is aborted, also while it tries numbers", async () => {
    const evaluator = openEvaluator(
      {
        mappings: [code(`${ofTenThousand} && token != "-" ? "x" : ""`, { iterationToken: true })],
        direction: "inbound",
        multiple: [],
        held: { email: [["x", "another"]] },
      },
      { signal: AbortSignal.timeout(3000) },
    );
    open.push(evaluator);
    const started = performance.now();
    await expect(evaluator.evaluate([account({})])).rejects.toThrow("timeout");
    expect(performance.now() - started).toBeLessThan(10_000);
  }, 60_000);

  test("code that exhausts memory fails alone", async () => {
    const huge = code(`size(${nested(8)}) > 0`);
    const evaluator = evaluatorOf(huge, made(inboundDraft("account/given", "givenName")));
    const [results] = await evaluator.evaluate([account({ given: ["Ann"] })]);
    expect(["codeTooLarge", "codeTooSlow"]).toContain(results?.[0]?.problem?.code);
    expect(results?.[1]?.after).toEqual(["Ann"]);
  }, 30_000);

  test.each([
    ["1 / 0", "codeFailed"],
    ["int(account.mail)", "codeFailed"],
    ["all.mail[7]", "codeFailed"],
    ["account", "wrongType"],
    ['{"a": 1}', "wrongType"],
    ['b"bytes"', "wrongType"],
    ["type(1)", "wrongType"],
  ])("%s fails with a reason", async (text, expected) => {
    const result = await resultOf(code(text));
    expect(result?.problem?.code).toBe(expected);
    expect(result?.after).toEqual([]);
  });

  test.each([
    "account.constructor",
    "account.__proto__",
    'account["__proto__"]',
    'account["constructor"]',
    "account.toString",
    "all.hasOwnProperty",
  ])("%s is no way out", async (text) => {
    const result = await resultOf(code(text));
    expect(result?.after).toEqual([]);
  });

  test("an attribute that is named like a prototype is a plain value", async () => {
    const values = JSON.parse('{"__proto__": ["p"], "constructor": ["c"]}') as ValueRecord;
    expect(
      (await resultOf(code('account["__proto__"] + account.constructor'), values))?.after,
    ).toEqual(["pc"]);
  });

  test("an expression that costs others exponential time takes linear time", async () => {
    const text = "a".repeat(5000) + "!";
    const started = performance.now();
    const result = await resultOf(code('account.mail.matches("^(a+)+$")'), { mail: [text] });
    expect(result?.after).toEqual(["false"]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("a value that is too long fails", async () => {
    const values = { mail: ["x".repeat(6000)] };
    const result = await resultOf(code("account.mail + account.mail"), values);
    expect(result?.problem?.code).toBe("valueTooLong");
  });
});

test("a condition that is false gives no value", async () => {
  const mapping = made(inboundDraft("account/mail", "email", { condition: 'account.mail == "b"' }));
  expect((await resultOf(mapping))?.after).toEqual([]);
  expect(outboundDraft("username", "account/login").direction).toBe("outbound");
});
