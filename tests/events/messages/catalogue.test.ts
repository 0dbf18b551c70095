/** Every message has an English and a German text with the same params. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { MessageText } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { GERMAN } from "#events/messages/german.ts";
import { message } from "#events/messages/message.ts";

const root = join(import.meta.dirname, "../../..");
const english = new Map<string, MessageText>(Object.entries(ENGLISH.texts));
const german = new Map<string, MessageText>(Object.entries(GERMAN.texts));

/** Texts that are equal in both languages or contain only params. */
const SAME = new Set(["common.text", "labels.name", "labels.usernameFormat", "labels.website"]);

function formsOf(text: MessageText): readonly string[] {
  return typeof text === "string" ? [text] : [text.one, text.other];
}

function placesOf(text: MessageText): readonly string[] {
  const whole = typeof text === "string" ? text : text.other;
  return [...whole.matchAll(/\{[^}]*\}/g)].map(([place]) => place).toSorted();
}

it("has a German text with the same places for every English one", () => {
  expect(english.size).toBeGreaterThan(150);
  expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  for (const [code, text] of english) {
    expect(placesOf(german.get(code) ?? ""), code).toEqual(placesOf(text));
  }
});

it("has German texts that differ from the English ones", () => {
  const same = [...english].filter(
    ([code, text]) => !SAME.has(code) && JSON.stringify(german.get(code)) === JSON.stringify(text),
  );
  expect(same).toEqual([]);
  expect([...SAME].filter((code) => !english.has(code))).toEqual([]);
});

it("has well-formed places: a name, and a kind that the renderer knows", () => {
  const place = /^\{[a-z][A-Za-z]*(?::(?:number|bytes|seconds|time|position|sentence))?\}$/;
  for (const texts of [english, german]) {
    for (const [code, text] of texts) {
      for (const form of formsOf(text)) {
        expect(form.replaceAll(/\{[^}]*\}/g, ""), code).not.toMatch(/[{}]/);
        for (const one of placesOf(form)) expect(one, code).toMatch(place);
      }
    }
  }
});

it("uses every code", () => {
  const sources = ["events", "server", "src", "workers"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) =>
        join(root, folder, path),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/events\/messages\/(?:en|de)\//.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  expect([...english.keys()].filter((code) => !sources.includes(`"${code}"`))).toEqual([]);
});

it("checks codes and params at compile time", () => {
  // @ts-expect-error no such code
  message("users.nothing");
  // @ts-expect-error no params
  message("users.unknown");
  // @ts-expect-error a param is missing
  message("bulk.badLength", { count: 1 });
  // @ts-expect-error a number is needed
  message("fields.tooLong", { max: "5" });
  // @ts-expect-error it has no params
  message("users.notFound", {});
  expect(message("fields.tooLong", { max: 5 })).toEqual({
    code: "fields.tooLong",
    params: { max: 5 },
  });
  expect(message("users.notFound")).toEqual({ code: "users.notFound" });
});
