/** Sentences that travel in English, translated where they are shown. */
import { describe, expect, it } from "vitest";
import { translateSentences } from "#src/app/translateSentences.ts";
import { formatsOf } from "#src/ui/language/formats.ts";

const say = translateSentences(
  {
    "First name": "Vorname",
    "{label} is required": "{label} fehlt",
    "{username} was saved.": "{username} wurde gespeichert.",
    "{count} of {countAll} (all)": "{countAll} (alle), davon {count}",
    "Nothing was exported: {reason} Please export again.":
      "Nichts wurde exportiert: {reason} Bitte noch einmal exportieren.",
    "Away. Try again.": "Weg. Noch einmal.",
    "{file} was saved: {count} events, {amount}.": "{file}: {count} Ereignisse, {amount}.",
    "The disk is full": "Die Platte ist voll",
  },
  formatsOf("de"),
);

describe("a sentence", () => {
  it.each([
    ["First name is required", "Vorname fehlt"],
    ["Badge is required", "Badge fehlt"],
    ["ada$& was saved.", "ada$& wurde gespeichert."],
    ["First name was saved.", "First name wurde gespeichert."],
    ["line\nbreak was saved.", "line\nbreak wurde gespeichert."],
    ["1,234 of 56,789 (all)", "56.789 (alle), davon 1.234"],
    ["a.gz was saved: 1,200 events, 1.2 MB.", "a.gz: 1.200 Ereignisse, 1,2 MB."],
    [
      "Nothing was exported: The disk is full. Please export again.",
      "Nichts wurde exportiert: Die Platte ist voll. Bitte noch einmal exportieren.",
    ],
    [
      "Nothing was exported: Away. Try again. Please export again.",
      "Nichts wurde exportiert: Weg. Noch einmal. Bitte noch einmal exportieren.",
    ],
    [
      "Nothing was exported: Failed to fetch. Please export again.",
      "Nichts wurde exportiert: Failed to fetch. Bitte noch einmal exportieren.",
    ],
  ])("%j reads %j", (english, german) => expect(say(english)).toBe(german));

  it("that nobody translated comes as it was", () => {
    for (const other of ["", "was saved.", "constructor", "of all", "x of y (all)"]) {
      expect(say(other)).toBe(other);
    }
  });
});
