import { expect, it } from "vitest";
import { textDirection } from "#src/ui/textDirection.ts";

it.each(["مدير الحسابات", "(12) – מנהל", "«ܫܠܡܐ»", "1 ދިވެހި"])(
  "%s is written from right to left",
  (text) => {
    expect(textDirection(text)).toBe("rtl");
  },
);

it.each(["Account Manager", "Manager (مدير)", "12 – Ledger", "管理者", "42", "", "Ж مدير"])(
  "“%s” is written from left to right",
  (text) => {
    expect(textDirection(text)).toBeUndefined();
  },
);
