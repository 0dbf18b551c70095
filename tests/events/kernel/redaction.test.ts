import { Type, type TSchema } from "typebox";
import { Check } from "typebox/value";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { login } from "#events/calls/session.ts";
import { loginSubmitted } from "#events/actions/session.ts";
import {
  Address,
  isRecordable,
  Personal,
  pseudonymized,
  recordable,
  recordedSchema,
  Secret,
  Sentence,
  Typed,
} from "#events/kernel/redaction.ts";
import { nearlyValidValue, validValue } from "../../support/values.ts";

const SECRET = "correct horse battery staple";

describe("the schema of logged data", () => {
  const schema = Type.Object({
    kind: Type.Literal("a"),
    password: Secret(Type.String()),
    name: Personal(Type.String({ maxLength: 3 })),
    id: Type.String({ format: "uuid" }),
    counts: Type.Record(Type.String(), Type.Integer({ maximum: 5 })),
  });
  const kept = { kind: "a", name: "p-0123456789ab", id: "no id", counts: { n: 7 } };

  it("has no secrets, and texts and numbers of any size and format", () => {
    expect(Check(recordedSchema(schema), kept)).toBe(true);
    expect(recordable(recordedSchema(schema), { ...kept, password: SECRET })).toEqual(kept);
  });

  it.each([{ kind: "b" }, { name: 1 }, { id: undefined }, { counts: { n: "7" } }, { counts: [] }])(
    "rejects the invalid form %j",
    (change) => {
      expect(Check(recordedSchema(schema), { ...kept, ...change })).toBe(false);
    },
  );
});

describe("the logged copy of a value", () => {
  it("contains the fields of the schema", () => {
    const schema = Type.Object({ name: Type.String(), inner: Type.Object({ n: Type.Integer() }) });
    const value = { name: "a", token: SECRET, inner: { n: 1, token: SECRET } };
    expect(recordable(schema, value)).toEqual({ name: "a", inner: { n: 1 } });
  });

  it("shares no object with the original", () => {
    const schema = Type.Object({ list: Type.Array(Type.Object({ n: Type.Integer() })) });
    const value = { list: [{ n: 1 }] };
    const kept = recordable(schema, value) as typeof value;
    value.list[0] = { n: 2 };
    expect(kept).toEqual({ list: [{ n: 1 }] });
  });

  it.each<[string, TSchema, unknown]>([
    ["a field", Type.Object({ password: Secret(Type.String()) }), { password: SECRET }],
    ["the whole", Secret(Type.String()), SECRET],
    ["an optional field", Type.Object({ p: Type.Optional(Secret(Type.String())) }), { p: SECRET }],
    [
      "an object",
      Type.Object({ p: Secret(Type.Object({ a: Type.String() })) }),
      { p: { a: SECRET } },
    ],
    ["a list", Type.Object({ p: Secret(Type.Array(Type.String())) }), { p: [SECRET] }],
    ["the items of a list", Type.Array(Secret(Type.String())), [SECRET, SECRET]],
    [
      "a field of the items",
      Type.Array(Type.Object({ p: Secret(Type.String()) })),
      [{ p: SECRET }],
    ],
    ["a branch", Type.Union([Secret(Type.String()), Type.Null()]), SECRET],
    [
      "a field of a branch",
      Type.Union([Type.Object({ p: Secret(Type.String()) }), Type.Null()]),
      { p: SECRET },
    ],
    ["the values of a record", Type.Record(Type.String(), Secret(Type.String())), { a: SECRET }],
  ])("never contains a secret: %s", (_what, schema, value) => {
    expect(JSON.stringify(recordable(schema, value)) ?? "").not.toContain(SECRET);
  });

  it("contains personal fields, which exports replace later", () => {
    const schema = Type.Object({ username: Personal(Type.String()) });
    expect(recordable(schema, { username: "ada" })).toEqual({ username: "ada" });
  });

  it("is empty when no branch of a union matches", () => {
    const schema = Type.Object({ p: Type.Union([Type.String(), Type.Null()]) });
    expect(recordable(schema, { p: { token: SECRET } })).toEqual({});
  });

  it("of a union follows the branch whose literals match", () => {
    const schema = Type.Union([
      Type.Object({ kind: Type.Literal("a"), a: Type.String() }),
      Type.Object({ kind: Type.Literal("b"), b: Type.String(), a: Secret(Type.String()) }),
    ]);
    expect(recordable(schema, { kind: "a", a: "kept", b: "unknown" })).toEqual({
      kind: "a",
      a: "kept",
    });
    expect(recordable(schema, { kind: "b", a: SECRET, b: "kept" })).toEqual({
      kind: "b",
      b: "kept",
    });
  });

  it("of a union of objects without literals follows the branch whose required fields are there", () => {
    const schema = Type.Union([
      Type.Object({ archived: Type.Boolean() }),
      Type.Object({ added: Type.Array(Type.String()), key: Secret(Type.String()) }),
    ]);
    expect(recordable(schema, { archived: true })).toEqual({ archived: true });
    expect(recordable(schema, { added: ["a"], key: SECRET })).toEqual({ added: ["a"] });
  });

  it("contains null, lists, numbers and nested unions", () => {
    const schema = Type.Object({
      none: Type.Union([Type.String(), Type.Null()]),
      many: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
      deep: Type.Union([Type.Null(), Type.Union([Type.Boolean(), Type.Array(Type.String())])]),
    });
    const value = { none: null, many: [1, null, 3], deep: ["a"] };
    expect(recordable(schema, value)).toEqual(value);
  });

  it("of a recursive schema's list is the whole list", () => {
    const schema = Type.Array(Type.Object({ n: Type.Integer(), s: Type.Optional(Type.String()) }));
    const item = fc.record({ n: fc.integer(), s: fc.string() }, { requiredKeys: ["n"] });
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(recordable(schema, items)).toEqual(items);
      }),
      { seed: 20261121 },
    );
  });

  it("never contains fields that the schema lacks, whatever their name", () => {
    const schema = Type.Object({ known: Type.Integer() });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        const kept = recordable(schema, { ...fields, known: 1 });
        expect(kept).toEqual({ known: 1 });
      }),
      { seed: 20261121 },
    );
  });
});

describe("passwords", () => {
  it("appear in no event of a sign-in", () => {
    const body = { username: "ada", password: SECRET, redirectPath: "/" };
    expect(recordable(login.requested.schema, { body })).toEqual({
      body: { username: "ada", redirectPath: "/" },
    });
    expect(recordable(loginSubmitted.schema, { username: "ada", password: SECRET })).toEqual({
      username: "ada",
    });
  });

  it("and tokens are marked as secrets in every call that takes them", () => {
    const unmarked = ALL_CALLS.flatMap(({ name, schema }) =>
      Object.entries({ body: schema.body, query: schema.query, params: schema.params }).flatMap(
        ([part, partSchema]) =>
          secretsUnmarked(partSchema).map((field) => `${name} ${part}.${field}`),
      ),
    );
    expect(unmarked).toEqual([]);
  });
});

function secretsUnmarked(schema: TSchema | undefined): string[] {
  const { properties } = (schema ?? {}) as { properties?: Record<string, object> };
  return Object.entries(properties ?? {})
    .filter(([name, field]) => /password|token|secret/i.test(name) && !("x-sensitivity" in field))
    .map(([name]) => name);
}

describe("the redaction of an export", () => {
  const Person = Type.Object({
    id: Type.String(),
    name: Personal(Type.Union([Type.String(), Type.Null()])),
    mails: Personal(Type.Array(Type.String())),
    phone: Type.Union([Personal(Type.String()), Type.Null()]),
    said: Sentence(Type.String()),
    boss: Type.Optional(Type.Union([Type.Object({ name: Personal(Type.String()) }), Type.Null()])),
    notes: Type.Record(Type.String(), Personal(Type.String())),
    from: Type.Optional(Address(Type.String())),
    search: Type.Optional(Typed(Type.String())),
  });
  const replacement = {
    personal: (text: string) => `<${text.length}>`,
    typed: (text: string) => `<typed ${text.length}>`,
    sentence: (text: string) => text.replaceAll("Ann", "<3>"),
    address: (text: string) => text.replace("Ann", "<3>"),
  };

  it("replaces each personal text wherever it occurs, and nothing else", () => {
    const value = {
      id: "Ann",
      name: "Ann",
      mails: ["ann@x", ""],
      phone: "555",
      said: "Ann was here",
      boss: { name: "Bob B" },
      notes: { Ann: "tall" },
      from: "/users?contains=Ann",
      search: "An",
    };
    expect(pseudonymized(Person, value, replacement)).toEqual({
      id: "Ann",
      name: "<3>",
      mails: ["<5>", ""],
      phone: "<3>",
      said: "<3> was here",
      boss: { name: "<5>" },
      notes: { Ann: "<4>" },
      from: "/users?contains=<3>",
      search: "<typed 2>",
    });
    expect(value.name).toBe("Ann");
    const empty = { id: "1", name: null, mails: [], phone: null, said: "", boss: null, notes: {} };
    expect(pseudonymized(Person, empty, replacement)).toEqual(empty);
  });
});

describe("an answer", () => {
  const words = { ids: ["a1"], byName: {} } as const;
  const answers = ALL_CALLS.flatMap(({ name, schema }) =>
    Object.entries(schema.responses).map(([status, body]) => [`${name} ${status}`, body] as const),
  );

  it.each(answers)("can be recorded if a log that contains it can be read: %s", (_name, schema) => {
    const form = recordedSchema(schema);
    const isReadable = (value: unknown) => Check(form, recordable(schema, value));
    fc.assert(
      fc.property(validValue(schema, words), (value) => {
        expect([isRecordable(schema, value), isReadable(value)]).toEqual([true, true]);
      }),
      { numRuns: 20, seed: 46 },
    );
    fc.assert(
      fc.property(nearlyValidValue(schema, words), (value) => {
        if (isRecordable(schema, value)) expect(isReadable(value)).toBe(true);
      }),
      { numRuns: 100, seed: 46 },
    );
  });
});
