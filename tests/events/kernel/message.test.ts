import { Check } from "typebox/value";
import { describe, expect, it } from "vitest";
import {
  MessageSchema,
  PersonalMessageSchema,
  renderMessage,
  type MessageCatalogue,
} from "#events/kernel/message.ts";
import { pseudonymized, recordable } from "#events/kernel/redaction.ts";

const texts = {
  required: "{label} is required",
  name: "First name",
  notSaved: "{who} was not saved: {reason:sentence}",
  files: { one: "{count:number} file, {size:bytes}", other: "{count:number} files, {size:bytes}" },
  later: "try again in {time:seconds}",
  until: "until {at:time}",
};
const ENGLISH: MessageCatalogue = { language: "en", texts };
const GERMAN: MessageCatalogue = { language: "de", texts };
const required = { code: "required", params: { label: { code: "name" } } };

describe("renderMessage", () => {
  it("renders the messages within a message", () => {
    expect(renderMessage(ENGLISH, required)).toBe("First name is required");
    expect(
      renderMessage(ENGLISH, { code: "notSaved", params: { who: "ada", reason: required } }),
    ).toBe("ada was not saved: First name is required.");
  });

  it("adds a full stop to a sentence without one, and to no other", () => {
    const ends = ["It failed", "It failed.", "It failed!", "It failed?", 'It is "gone."', ""];
    expect(
      ends.map((reason) =>
        renderMessage(ENGLISH, { code: "notSaved", params: { who: "a", reason } }),
      ),
    ).toEqual([
      "a was not saved: It failed.",
      "a was not saved: It failed.",
      "a was not saved: It failed!",
      "a was not saved: It failed?",
      'a was not saved: It is "gone."',
      "a was not saved: ",
    ]);
  });

  it("formats numbers of each kind in the language", () => {
    const files = (count: number, size: number) => ({ code: "files", params: { count, size } });
    expect(renderMessage(ENGLISH, files(1, 10))).toBe("1 file, 1 kB");
    expect(renderMessage(ENGLISH, files(12_000, 312_400_000))).toBe("12,000 files, 312 MB");
    expect(renderMessage(GERMAN, files(12_000, 1_234_000_000))).toBe("12.000 files, 1,2\u00a0GB");
    const later = (time: number) => renderMessage(ENGLISH, { code: "later", params: { time } });
    expect([1, 59.2, 60, 61].map(later)).toEqual([
      "try again in 1 second",
      "try again in 1 minute",
      "try again in 1 minute",
      "try again in 2 minutes",
    ]);
    const at = Date.UTC(2026, 0, 5, 14, 30);
    expect(renderMessage(GERMAN, { code: "until", params: { at } })).toBe("until 14:30");
  });

  it("shows the code of a message that the catalogue lacks", () => {
    expect(renderMessage(ENGLISH, { code: "toString" })).toBe("toString");
    expect(renderMessage(ENGLISH, { code: "users.later", params: { a: 1 } })).toBe("users.later");
  });

  it("leaves the place of a missing param empty and inserts values verbatim", () => {
    expect(renderMessage(ENGLISH, { code: "required" })).toBe(" is required");
    expect(renderMessage(ENGLISH, { code: "required", params: { label: "$& {count}" } })).toBe(
      "$& {count} is required",
    );
  });
});

describe("MessageSchema", () => {
  const message = { code: "a", params: { who: "Ada", count: 3, why: { code: "b", params: {} } } };

  it("accepts codes, texts, numbers and messages", () => {
    expect(Check(MessageSchema, message)).toBe(true);
    expect(Check(MessageSchema, { code: "a" })).toBe(true);
    for (const wrong of ["a", {}, { code: 1 }, { code: "a", params: { list: [] } }]) {
      expect(Check(MessageSchema, wrong)).toBe(false);
    }
  });

  it("keeps nested messages in the log", () => {
    const deep = { code: "a", params: { b: { code: "b", params: { c: required } } } };
    expect(recordable(MessageSchema, deep)).toEqual(deep);
    expect(recordable(MessageSchema, { ...deep, more: 1 })).toEqual(deep);
  });

  it("redacts the texts in params but not codes and numbers", () => {
    const replacement = {
      personal: () => "P",
      typed: () => "T",
      sentence: (text: string) => text.replace("Ada", "P"),
      address: () => "A",
    };
    expect(pseudonymized(MessageSchema, message, replacement)).toEqual({
      code: "a",
      params: { who: "P", count: 3, why: { code: "b", params: {} } },
    });
    const quoted = { code: "a", params: { text: "x", label: { code: "labels.roles" } } };
    expect(pseudonymized(MessageSchema, quoted, replacement)).toEqual(quoted);
    expect(pseudonymized(PersonalMessageSchema, quoted, replacement)).toEqual({
      code: "a",
      params: { text: "P", label: { code: "labels.roles" } },
    });
  });
});
