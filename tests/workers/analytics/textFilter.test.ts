import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CoreDriver } from "../support/coreDriver.ts";
import { reportOf } from "../support/reports.ts";

const ROLE_NAMES = new URL("../../data/role-names/role-names.txt", import.meta.url);

function withNames(names: readonly string[]): Promise<CoreDriver> {
  return CoreDriver.withReport(reportOf({ Names: names.map((name) => [name, 50] as const) }));
}

describe("the text filter", () => {
  it.each([
    ["core banking", ["CORE_BANKING", "Core|Banking Admin"]],
    ["COREBANK", ["CORE_BANKING", "Core|Banking Admin"]],
    [
      "_ |",
      [
        "CORE_BANKING",
        "Core|Banking Admin",
        "Straße",
        "مدير الحسابات",
        "מנהל כספים",
        "Cafe\u0301",
        "支店長",
        "Отдел_кадров",
        "🏦 Vault",
        "admin",
      ],
    ],
    ["strasse", ["Straße"]],
    ["الحسابات", ["مدير الحسابات"]],
    ["\u200fמנהל", ["מנהל כספים"]],
    ["café", ["Cafe\u0301"]],
    ["cafe", []],
    ["店", ["支店長"]],
    ["отделКАДРОВ", ["Отдел_кадров"]],
    ["🏦v", ["🏦 Vault"]],
    ["admin", ["Core|Banking Admin", "admin"]],
    ["bankingadmins", []],
    ["adminstra", []],
  ])("[ORG-19] [ORG-20] [ORG-21] [ORG-22] [APB-9] finds by %j", async (text, expected) => {
    const driver = await withNames([
      "CORE_BANKING",
      "Core|Banking Admin",
      "Straße",
      "مدير الحسابات",
      "מנהל כספים",
      "Cafe\u0301",
      "支店長",
      "Отдел_кадров",
      "🏦 Vault",
      "admin",
    ]);
    driver.ask({ text });
    expect(driver.names()).toStrictEqual(expected);
  });

  it("[APB-9] never matches across two names or a part of a character", async () => {
    const driver = await withNames(["ab", "cd", "é", "è", "", "a\u0000b"]);
    const found = (text: string) => {
      driver.ask({ text });
      return driver.names();
    };
    expect(found("bc")).toStrictEqual([]);
    expect(found("b")).toStrictEqual(["ab", "a\u0000b"]);
    expect(found("a\u0000b")).toStrictEqual(["a\u0000b"]);
    expect(found("\u00e3")).toStrictEqual([]);
    expect(found("ÿ")).toStrictEqual([]);
  });

  it("[APB-9] finds the same rows whether a text is typed, pasted or deleted key by key", async () => {
    const names = ["teller", "tell", "eller", "ttell er", "reller", "TELL|ERS", "x"];
    const driver = await withNames(names);
    const text = "tellers";
    const pasted = new Map<string, string[]>();
    for (let length = 0; length <= text.length; length++) {
      const part = text.slice(0, length);
      pasted.set(
        part,
        names.filter((name) => name.toLowerCase().replace(/[ |]/g, "").includes(part)),
      );
    }
    const lengths = [0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0, 7, 2];
    for (const length of lengths) {
      driver.ask({ text: text.slice(0, length) });
      expect(driver.names()).toStrictEqual(pasted.get(text.slice(0, length)));
    }
  });

  it("[APB-10] accepts a text of 255 characters, and much longer names", async () => {
    const long = "Long_Name ".repeat(5000);
    const driver = await withNames(["short", long]);
    driver.ask({ text: "long name".repeat(28).slice(0, 255) });
    expect(driver.names()).toStrictEqual([long]);
  });

  it("[ORG-19] [ORG-20] [ORG-21] [ORG-22] [APB-9] finds each of 5,018 real role names as people type it", async () => {
    const names = readFileSync(ROLE_NAMES, "utf8").split("\n").filter(Boolean);
    expect(names).toHaveLength(5018);
    const driver = await withNames(names);
    const plain = names.map((name) => name.toLowerCase().replace(/[\s_|]/g, ""));
    const typings: readonly ((name: string) => string)[] = [
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase().replaceAll(" ", ""),
      (name) => name.replaceAll("_", " "),
      (name) => name.replaceAll(" ", "_"),
      (name) => name.split("").join("|"),
    ];
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] as string;
      const typed = (typings[index % typings.length] as (name: string) => string)(name);
      driver.ask({ text: typed });
      const wanted = names.filter((_, other) => plain[other]?.includes(plain[index] as string));
      expect(wanted).toContain(name);
      expect(driver.names()).toStrictEqual(wanted);
    }
  });
});
