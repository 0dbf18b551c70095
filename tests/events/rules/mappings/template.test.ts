/** Templates of values. */
import { expect, test } from "vitest";
import { compileTemplate, namesToken, placeholdersOf } from "#events/rules/mappings/template.ts";

test("[MAP-11] a template names sources by their numbers", () => {
  expect(placeholdersOf("{1}.{12}@{token}{0}{1}")).toEqual([1, 12, 0, 1]);
  expect(placeholdersOf("{}{a}{1234}{ 1 }")).toEqual([]);
  expect(namesToken("{1}{token}")).toBe(true);
  expect(namesToken("{1}token")).toBe(false);
});

test("[MAP-11] the values take the places of the numbers", () => {
  const fill = compileTemplate("<{2}|{1}|{token}|{2}>");
  expect(fill(["a", "b"], "7")).toBe("<b|a|7|b>");
  expect(fill(["a", "b"], "")).toBe("<b|a||b>");
  expect(compileTemplate("no places")([], "")).toBe("no places");
  expect(compileTemplate("{1234}")(["a"], "")).toBe("{1234}");
});

test("[MAP-11] a template without all of its values gives none", () => {
  const fill = compileTemplate("{1}{2}");
  expect(fill(["a", ""], "7")).toBeNull();
  expect(fill(["a"], "7")).toBeNull();
  expect(compileTemplate("{0}")(["a", "b"], "7")).toBeNull();
  expect(compileTemplate("{2}")(["", "b"], "")).toBe("b");
});
