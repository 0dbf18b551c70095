/** What a preview of all objects counts, in this thread and in that of the code. */
import { afterEach, describe, expect, test } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import { mappingOf } from "#server/mappings/commands.ts";
import { openCounter, type Counter } from "#server/mappings/evaluator.ts";
import type { CountedObject } from "#server/mappings/evaluatorMessages.ts";
import { inboundDraft } from "./support.ts";

const RESOURCE = "11111111-1111-4111-8111-111111111111";
const idOf = (index: number) => `22222222-2222-4222-8222-${String(index).padStart(12, "0")}`;

let counter: Counter | null = null;
afterEach(() => counter?.close());

function counterOf(...drafts: readonly MappingDraft[]): Counter {
  const mappings = drafts.map((draft, index) => mappingOf(draft, RESOURCE, idOf(index)));
  counter = openCounter({ mappings, direction: "inbound", multiple: [], held: {} });
  return counter;
}

const person = (id: string, mail: readonly string[], email: readonly string[]): CountedObject => ({
  id,
  name: `Person ${id}`,
  input: {
    key: id,
    now: { objectClass: "account", values: { mail, id: [id] }, active: true, entitlements: [] },
    before: null,
    target: { email },
  },
});

const PAGES = [
  [
    person("1", ["ann@a.example"], ["ann@a.example"]),
    person("2", ["bo@a.example"], ["bob@a.example"]),
  ],
  // Without a value, a strong mapping leaves the one of the person.
  [person("3", [], ["cyd@a.example"]), person("4", [], []), person("5", ["bo@a.example"], [])],
];
const ENDLESS = "abcdefgh"
  .split("")
  .reduce((code, name) => `[0,1,2,3,4,5,6,7,8,9].all(${name}, ${code})`, "true");
const copy = inboundDraft("account/mail", "email");
const codeDraft = (field: string, customCode: string) =>
  inboundDraft("", field, { mappingType: "CUSTOM", customCode, attributes: [] });

describe.each([
  ["without code", copy],
  ["with code", codeDraft("email", "account.mail")],
])("mappings %s", (_name, draft) => {
  test("objects are counted over all pages, and listed with their page", async () => {
    const counting = counterOf(draft);
    const listed = [];
    for (const page of PAGES) {
      const found = await counting.count(page);
      listed.push(found.map(({ id, name, findings }) => [id, name, findings]));
    }
    expect(listed).toEqual([
      [["2", "Person 2", ["changed:email", "changed"]]],
      [
        ["4", "Person 4", ["empty:email", "empty"]],
        ["5", "Person 5", ["changed:email", "changed", "notUnique:email", "notUnique"]],
      ],
    ]);
    const { targets, longest } = await counting.counts();
    expect(targets).toEqual([
      {
        target: "email",
        mappingIds: [idOf(0)],
        changed: 2,
        empty: 1,
        failing: 0,
        problems: {},
        notUnique: 2,
        longest: "ann@a.example".length,
        longestValue: "ann@a.example",
      },
    ]);
    expect(longest).toEqual([
      {
        id: "1",
        name: "Person 1",
        values: [
          {
            target: "email",
            mappingIds: [idOf(0)],
            before: ["ann@a.example"],
            after: ["ann@a.example"],
            problem: null,
          },
        ],
        findings: ["longest", "longest:email"],
      },
    ]);
  });
});

test("a mapping whose code takes too long is switched off while objects are counted", async () => {
  const slow = `account.id == "5" ? string(${ENDLESS}) : "fast"`;
  const counting = counterOf(copy, codeDraft("location", slow));
  const [first = [], second = []] = PAGES;
  await counting.count(first);
  expect(counting.broken.size).toBe(0);
  await counting.count(second);
  expect([...counting.broken]).toEqual([[idOf(1), { code: "codeTooSlow", detail: "" }]]);
});
