/** The language as state: recorded, stored, shown in the title. */
import { beforeEach, describe, expect, it } from "vitest";
import { languageChosen, languageFound } from "#events/actions/app.ts";
import "#src/app/models.ts";
import { startApp } from "#src/app/model.ts";
import { firstLanguage } from "#events/rules/language.ts";
import { $language, chooseLanguage, findLanguage } from "#src/kernel/language.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";
import { eventually } from "../../support/eventually.ts";

let app: TestApp;

beforeEach(() => {
  app = createTestApp();
});

describe("the language", () => {
  it("is English until another is chosen, and the choice is recorded and stored in the browser", async () => {
    expect(app.get($language)).toBe("en");
    await app.act(chooseLanguage, { language: "de" });
    expect(app.get($language)).toBe("de");
    expect(app.envelopes(languageChosen)).toMatchObject([{ payload: { language: "de" } }]);
    expect(app.keptLanguages).toEqual(["de"]);
    await eventually(() => expect(app.documents.at(-1)).toMatchObject({ language: "de" }));
    await app.act(chooseLanguage, { language: "en" });
    await eventually(() => expect(app.documents.at(-1)).toMatchObject({ language: "en" }));
  });

  it("of the browser is recorded but not stored, so that it can follow the browser", async () => {
    await app.act(findLanguage, { language: "de" });
    expect(app.get($language)).toBe("de");
    expect(app.envelopes(languageFound)).toHaveLength(1);
    expect(app.keptLanguages).toEqual([]);
  });

  it("has its own titles", async () => {
    await app.act(startApp, { version: "1", path: "/", debugStore: false });
    await app.settle();
    await app.open("login", "/");
    const title = () => app.documents.findLast((shown) => shown.title !== undefined)?.title;
    expect(title()).toBe("Login | Provision");
    await app.act(chooseLanguage, { language: "de" });
    await eventually(() => expect(title()).toBe("Anmelden | Provision"));
  });

  it.each([
    [null, [], "en"],
    [null, ["de-AT", "en"], "de"],
    [null, ["fr-FR", "de", "en"], "de"],
    [null, ["en-GB", "de"], "en"],
    [null, ["fr", "nl"], "en"],
    ["en", ["de"], "en"],
    ["de", ["en"], "de"],
    ["xx", ["de"], "de"],
    ["<script>", ["__proto__"], "en"],
  ] as const)("with %j stored and %j preferred starts as %s", (kept, preferred, first) => {
    expect(firstLanguage(kept, preferred)).toBe(first);
  });
});
