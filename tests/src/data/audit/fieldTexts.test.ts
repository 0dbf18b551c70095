import { describe, expect, it } from "vitest";
import { SystemSettings } from "#events/entities/system.ts";
import { fieldMessages } from "#src/data/audit/fieldMessages.ts";
import { german } from "#src/data/audit/fieldMessages.de.ts";
import { fieldText, valueText, type FieldWords } from "#src/data/audit/fieldTexts.ts";
import { formatsOf } from "#src/ui/language/formats.ts";
import { uuid } from "../../support/fixtures.ts";

const { count } = formatsOf("en");
const words: FieldWords = {
  t: fieldMessages.english,
  formats: { count, exact: (at) => `at ${at}` },
  names: [{ id: uuid(1), name: "Core Banking" }],
};
const inGerman: FieldWords = { ...words, t: german };

describe("a field of a change", () => {
  it("has a name in each language", () => {
    expect(fieldText("requiresSecondFactor", words)).toBe("Second factor required");
    expect(fieldText("requiresSecondFactor", inGerman)).toBe("Zweiter Faktor nötig");
    expect(fieldText("", words)).toBe("Value");
  });

  it("has the name that it has for the kind of the change", () => {
    expect(fieldText("state", { ...inGerman, kind: "cases" })).toBe("Status");
    expect(fieldText("state", { ...inGerman, kind: "clients" })).toBe("Bundesland");
  });

  it("has a name in each language if it is a setting of imports", () => {
    const names = Object.keys(SystemSettings.properties);
    for (const { t } of [words, inGerman]) {
      expect(names.filter((name) => !(name in t.fields))).toEqual([]);
    }
  });

  it("is itself if it belongs to a system", () => {
    expect(fieldText("sAMAccountName", words)).toBe("sAMAccountName");
    expect(fieldText("constructor", words)).toBe("constructor");
  });
});

describe("a value of a change", () => {
  it("is in words", () => {
    expect(valueText("isHr", "true", words)).toBe("Yes");
    expect(valueText("isHr", "false", inGerman)).toBe("Nein");
    expect(valueText("state", "inProgress", words)).toBe("In progress");
    expect(valueText("strength", "weak", inGerman)).toBe("Schwach");
    expect(valueText("validUntil", "2026-03-01T09:00:00.000Z", words)).toBe("at 1772355600000");
    for (const empty of [null, "", "[]"]) expect(valueText("email", empty, words)).toBe("–");
  });

  it("has the names of what ids stand for", () => {
    expect(valueText("resourceOid", uuid(1), words)).toBe("Core Banking");
    expect(valueText("resourceOid", uuid(1).toUpperCase(), words)).toBe("Core Banking");
    expect(valueText("orgs", JSON.stringify([`Teller in ${uuid(1)}`]), words)).toBe(
      "Teller in Core Banking",
    );
    expect(valueText("resourceOid", uuid(2), words)).toBe(uuid(2));
  });

  it("names the parts of what it consists of", () => {
    const formats = JSON.stringify([
      { transform: "UPPERCASE" },
      { transform: "SUBSTRING", start: 2 },
    ]);
    expect(valueText("formats", formats, words)).toBe(
      "Transform: Uppercase; Transform: Substring, Start: 2",
    );
  });

  it("names published settings", () => {
    const paths = [
      "configuration/activeColumn",
      "configuration/later",
      "everyMinutes",
      "identity/givenName",
      "mappings/inbound/extension/phone",
      "mappings/outbound/user/mail",
      "secrets",
    ];
    const settings = { activeColumn: { label: "Column of the employment status" } };
    const text = (of: FieldWords) =>
      valueText("published", JSON.stringify(paths), { ...of, settings }).split(", ");
    expect(text(words)).toEqual([
      "Column of the employment status",
      "later",
      "Minutes between runs",
      "Identity / Given name",
      "Mappings / Inbound / phone",
      "Mappings / Outbound / user/mail",
      "Secrets",
    ]);
    expect(text(inGerman).slice(3, 5)).toEqual([
      "Identität / Vorname",
      "Zuordnungen / Eingehend / phone",
    ]);
  });

  it("is shortened if it is a long list", () => {
    const many = JSON.stringify(Array.from({ length: 1060 }, (_, at) => `g${at}`));
    expect(valueText("added", many, words)).toMatch(/^g0, g1, .*g49, 1,010 more$/);
  });

  it("is what somebody typed, unless the field has codes", () => {
    expect(valueText("name", "open", words)).toBe("open");
    expect(valueText("state", "constructor", words)).toBe("constructor");
    expect(valueText("state", "open", { ...words, kind: "clients" })).toBe("open");
    expect(valueText("comment", "[sic] {x", words)).toBe("[sic] {x");
  });
});
