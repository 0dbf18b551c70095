import { expect, test } from "vitest";
import { preferredFormat, preferredLanguage } from "#server/plugins/accept.ts";

test.each([
  [undefined, null],
  ["", null],
  ["*/*", null],
  ["application/*", null],
  ["text/html, */*;q=0.1", null],
  ["application/json", null],
  ["a/one", "a/one"],
  ["A/One", "a/one"],
  ["a/one, */*", "a/one"],
  ["a/one, application/json", "a/one"],
  ["application/json;q=0.9, a/one", "a/one"],
  ["application/json, a/one;q=0.9", null],
  ["application/json;q=0.9, a/one;q=1", "a/one"],
  ["a/one ; q=0.5 , application/json ; q=0.4", "a/one"],
  ["a/one;q=0", null],
  ["a/one;q=x", null],
  ["a/one;q=0.5, a/two", "a/two"],
  ["a/one;v=1;q=0.5, application/json;q=0.6", null],
])("an accept header of %s gets the format %s", (accept, format) => {
  expect(preferredFormat(accept, ["a/one", "a/two"])).toBe(format);
});

test("a call without formats returns JSON", () => {
  expect(preferredFormat("a/one", [])).toBeNull();
});

test.each([
  [undefined, "en"],
  ["", "en"],
  ["*", "en"],
  ["fr-FR, fr", "en"],
  ["de", "de"],
  ["DE-at", "de"],
  ["fr, de;q=0.8, en;q=0.7", "de"],
  ["en;q=0.5, de;q=0.9", "de"],
  ["de, en", "de"],
  ["en, de", "en"],
  ["de;q=0, fr", "en"],
  ["../../de;q=x", "en"],
])("an accept-language header of %s gets the language %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
