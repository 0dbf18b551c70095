/** Numbers and names that client and server share, and small checks of size. */
import Value from "typebox/value";
import { describe, expect, it, test } from "vitest";
import { REQUIRED_TEXTS } from "#events/entities/supportRequest.ts";
import {
  BULK_COLUMN_NAMES,
  BULK_COLUMNS,
  BULK_LINES_MAX,
  BULK_RESOURCES_MAX,
  BULK_SEPARATOR,
  checkBulkFile,
} from "#events/rules/bulkChange.ts";
import { docsPath } from "#events/rules/docs.ts";
import { EVENT_LOG_LIMITS, EventLogLimits } from "#events/rules/eventLog.ts";
import { checkFactorName } from "#events/rules/factors.ts";
import * as session from "#events/rules/session.ts";
import { windowAround } from "#events/rules/tableWindow.ts";
import { checkRequiredTexts } from "#events/rules/validation.ts";
import { english } from "../../support/english.ts";

describe("a bulk change", () => {
  it("has a column for each field, the username first", () => {
    expect(BULK_COLUMN_NAMES[0]).toBe("username");
    expect(BULK_COLUMNS).toEqual({
      username: "username",
      givenName: "givenName",
      familyName: "familyName",
      email: "email",
      phoneNumber: "phoneNumber",
      phoneExtension: "phoneExtension",
      jobTitle: "jobTitle",
      hrManager: "isHr",
      adManager: "isAd",
      archived: "archived",
      roles: "roleIds",
      resources: "resourceIds",
    });
    expect(BULK_COLUMN_NAMES).toHaveLength(12);
    expect([BULK_SEPARATOR, BULK_LINES_MAX, BULK_RESOURCES_MAX]).toEqual([";", 100_000, 500_000]);
  });

  it("is a file of 1 to 25,000,000 bytes", () => {
    expect(english(checkBulkFile({ size: 0 }))).toBe("This file is empty");
    expect(checkBulkFile({ size: 1 })).toBeNull();
    expect(checkBulkFile({ size: 25_000_000 })).toBeNull();
    expect(english(checkBulkFile({ size: 25_000_001 }))).toBe("This file is too large");
  });
});

test("the name of a second factor has 1 to 100 characters without the white space around it", () => {
  for (const name of ["", "  "]) expect(english(checkFactorName(name))).toBe("Enter a name");
  expect(checkFactorName("k")).toBeNull();
  expect(checkFactorName(` ${"k".repeat(100)} `)).toBeNull();
  expect(english(checkFactorName("k".repeat(101)))).toBe("Enter at most 100 characters");
});

test("a request for support has a subject and a message", () => {
  const checkSupportRequest = (texts: { subject: string; message: string }) =>
    checkRequiredTexts(texts, REQUIRED_TEXTS);
  expect(checkSupportRequest({ subject: "Help", message: "It hangs" })).toBeNull();
  const subjectOnly = checkSupportRequest({ subject: "Help", message: " " });
  expect(subjectOnly?.subject).toBeNull();
  expect(english(subjectOnly?.message)).toBe("Message is required");
  const messageOnly = checkSupportRequest({ subject: "", message: "It hangs" });
  expect(english(messageOnly?.subject)).toBe("Subject is required");
  expect(messageOnly?.message).toBeNull();
});

test("[SESS-8] [SESS-24] [SESS-25] [SESS-27] a session has the lengths and names of the specification", () => {
  const { SESSION_LENGTH, KEEP_ALIVE_THRESHOLD, EXPIRY_MARGIN } = session;
  expect([SESSION_LENGTH, KEEP_ALIVE_THRESHOLD, EXPIRY_MARGIN]).toEqual([
    1_780_000, 300_000, 20_000,
  ]);
  expect([session.SESSION_COOKIE, session.CSRF_HEADER]).toEqual(["prov.session", "x-csrf-token"]);
});

test("a browser keeps events of at least one day and one megabyte", () => {
  const least = { days: 1, megabytes: 1, reportMegabytes: 1 };
  expect(Value.Check(EventLogLimits, least)).toBe(true);
  for (const field of Object.keys(least)) {
    expect(Value.Check(EventLogLimits, { ...least, [field]: 0 }), field).toBe(false);
  }
});

test("a browser keeps two weeks of events and several large reports", () => {
  expect(EVENT_LOG_LIMITS).toEqual({ days: 14, megabytes: 64, reportMegabytes: 512 });
});

test("the documentation is at one address for each language", () => {
  expect([docsPath("en"), docsPath("de")]).toEqual(["/docs", "/docs/de"]);
});

test.each([
  [0, 0, 0, 64],
  [0, 40, 0, 128],
  [64, 65, 0, 192],
  [127, 128, 0, 192],
  [128, 129, 64, 256],
  [1000, 1040, 896, 1152],
])(
  "rows %i to %i are requested as rows %i to %i: whole steps of 64, and one more on each side",
  (start, end, first, last) => {
    expect(windowAround(start, end)).toEqual({ start: first, end: last });
  },
);
