import { Type, type TSchema } from "typebox";
import { expect, test } from "vitest";
import { PagingQuery, Uuid } from "#events/entities/common.ts";
import { ApiError } from "#server/plugins/errors.ts";
import { compileCheck, type RequestPart } from "#server/plugins/validation.ts";
import { english } from "../../support/english.ts";

const UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

function fieldsOf(schema: TSchema, part: RequestPart, value: unknown) {
  try {
    compileCheck(schema, part)(value);
  } catch (error) {
    if (error instanceof ApiError) {
      return (error.fields ?? []).map(({ path, reason }) => ({ path, message: english(reason) }));
    }
  }
  return [];
}

const Body = Type.Object({
  name: Type.String({ maxLength: 3 }),
  size: Type.Optional(Type.Integer()),
  place: Type.Optional(Type.Union([Uuid, Type.Null()])),
  inner: Type.Optional(Type.Array(Type.Object({ on: Type.Boolean() }))),
});

test("a body is not converted, and no field is dropped", () => {
  const body = { name: "abc", size: 3, place: null, inner: [{ on: true }] };
  expect(compileCheck(Body, "body")(body)).toBe(body);
  expect(fieldsOf(Body, "body", { name: "abc", size: "3" })).toEqual([
    { path: "/body/size", message: "must be integer" },
  ]);
  expect(fieldsOf(Body, "body", { name: 5, inner: [{ on: "true" }] })).toEqual([
    { path: "/body/name", message: "must be string" },
    { path: "/body/inner/0/on", message: "must be boolean" },
  ]);
});

test("every failing field is named: missing, unknown at any depth, too long", () => {
  expect(fieldsOf(Body, "body", {})).toEqual([{ path: "/body/name", message: "is required" }]);
  expect(fieldsOf(Body, "body", { name: "abc", inner: [{ on: true, off: 1 }], more: 1 })).toEqual([
    { path: "/body/more", message: "is not known" },
    { path: "/body/inner/0/off", message: "is not known" },
  ]);
  expect(fieldsOf(Body, "body", { name: "abcd" })).toMatchObject([{ path: "/body/name" }]);
  expect(fieldsOf(Body, "body", { name: "abc", place: "x" })).toEqual([
    { path: "/body/place", message: "must be one of a uuid, null" },
  ]);
});

test("very many unknown fields are reported by number and not by name", () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
  const first = fieldsOf(Body, "body", { name: "abc", ...unknown(100) })?.[0];
  expect(first).toEqual({ path: "/body/f0", message: "is not known" });
  expect(fieldsOf(Body, "body", { name: "abc", ...unknown(50_000) })).toEqual([
    { path: "/body", message: "must not have more than 104 fields" },
  ]);
  expect(fieldsOf(Body, "body", { name: "abc", inner: [{ on: true, ...unknown(200) }] })).toEqual([
    { path: "/body/inner/0", message: "must not have more than 101 fields" },
  ]);
});

test("a body is optional only where an empty object would be valid", () => {
  const Free = Type.Object({ a: Type.Optional(Type.String()) });
  expect(compileCheck(Free, "body")(undefined)).toEqual({});
  expect(fieldsOf(Body, "body", undefined)).toEqual([{ path: "/body", message: "is required" }]);
  expect(fieldsOf(Type.Array(Uuid), "body", null)).toMatchObject([{ path: "/body" }]);
});

test("query text is converted by the schema, empty parameters are absent, ids are lower case", () => {
  const Query = Type.Object({ ...PagingQuery, oid: Type.Optional(Uuid) });
  const check = compileCheck(Query, "query");
  expect(check({ page: "2", size: "", sort: "5", oid: UUID.toUpperCase() })).toEqual({
    page: 2,
    sort: "5",
    oid: UUID,
  });
  for (const page of ["1.5", "1e3", " 1", "0x1", "9999999999999999", "true"]) {
    expect(fieldsOf(Query, "query", { page }), page).toMatchObject([{ path: "/query/page" }]);
  }
  expect(fieldsOf(Query, "query", { sort: ["a", "b"] })).toMatchObject([{ path: "/query/sort" }]);
});

test("a list that is too long is reported at any depth and not read further", () => {
  const List = Type.Array(Uuid, { maxItems: 3 });
  const far = Array.from({ length: 17_000_000 }, () => "");
  const tooLong = (path: string) => [{ path, message: "must not have more than 3 items" }];
  expect(fieldsOf(List, "body", far)).toEqual(tooLong("/body"));
  const Nested = Type.Array(Type.Object({ value: Type.Union([Type.String(), List]) }));
  const nested = [{ value: "" }, { value: far }];
  expect(fieldsOf(Nested, "body", nested)).toEqual(tooLong("/body/1/value"));
  const Whole = Type.Object({ list: List, other: Type.Optional(Type.Boolean()) });
  expect(fieldsOf(Whole, "body", { list: far, other: 1 })).toEqual(tooLong("/body/list"));
});

test("a long list reports its first wrong item", () => {
  const Steps = Type.Array(Type.Object({ on: Type.Boolean() }));
  const steps: unknown[] = Array.from({ length: 5000 }, () => ({ on: true }));
  steps[4000] = { on: 1 };
  steps[4500] = {};
  expect(fieldsOf(Steps, "body", steps)).toEqual([
    { path: "/body/4000/on", message: "must be boolean" },
  ]);
});

test("a million ids are checked, and an invalid one is named", () => {
  const check = compileCheck(Type.Array(Uuid), "body");
  const ids = Array.from({ length: 1_000_000 }, () => UUID);
  expect(check(ids)).toBe(ids);
  ids[999_999] = "x";
  expect(fieldsOf(Type.Array(Uuid), "body", ids)).toEqual([
    { path: "/body/999999", message: "must be a uuid" },
  ]);
});
