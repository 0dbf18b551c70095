import { describe, expect, it } from "vitest";
import { POSITION_MAX } from "#events/entities/entitlementReview.ts";
import {
  checkNewEntitlement,
  checkReview,
  duplicateKey,
  groupDuplicates,
} from "#events/rules/entitlements.ts";
import { DESCRIPTION_MAX_LENGTH } from "#events/rules/systems.ts";

const REVIEW = { displayName: "", description: "", position: null };

describe("names of entitlements", () => {
  it.each([
    ["Read", "READ"],
    ["Loan Approve", "loan_approve"],
    ["Loan-Approve", "(Loan) Approve!"],
    ["Crédit", "credit"],
    ["Straße", "STRASSE"],
    ["a+b", "ab"],
  ])("%s and %s are duplicates", (one, other) =>
    expect(duplicateKey(one)).toBe(duplicateKey(other)),
  );

  it.each([
    ["Read", "Reader"],
    ["Read 1", "Read 2"],
    ["Read 07", "Read 7"],
    ["+", "-"],
  ])("%s and %s are none", (one, other) => expect(duplicateKey(one)).not.toBe(duplicateKey(other)));

  it("are grouped, without those that have no duplicate", () => {
    const named = ["b", "A", "a", "c", "B"].map((shownName) => ({ shownName }));
    const groups = [...groupDuplicates(named).values()];
    expect(groups.map((group) => group.map(({ shownName }) => shownName))).toEqual([
      ["b", "B"],
      ["A", "a"],
    ]);
  });
});

describe("a review", () => {
  it("has a position from 1, or none", () => {
    const problemOf = (position: number | null) => checkReview({ ...REVIEW, position }).position;
    expect([null, 1, POSITION_MAX].map(problemOf)).toEqual([undefined, undefined, undefined]);
    for (const position of [0, -1, 1.5, POSITION_MAX + 1]) {
      expect(problemOf(position)?.code).toBe("entitlements.badPosition");
    }
  });

  it("has short texts", () => {
    expect(checkReview({ ...REVIEW, displayName: "x".repeat(256) })).toHaveProperty("displayName");
    expect(checkReview({ ...REVIEW, displayName: "two\nlines" })).toHaveProperty("displayName");
    const description = "x".repeat(DESCRIPTION_MAX_LENGTH);
    expect(checkReview({ ...REVIEW, description })).toEqual({});
    expect(checkReview({ ...REVIEW, description: `${description}x` })).toHaveProperty(
      "description",
    );
  });

  it("of a new entitlement needs a name", () => {
    expect(checkNewEntitlement({ ...REVIEW, name: "Read" })).toEqual({});
    expect(checkNewEntitlement({ ...REVIEW, name: " " })).toHaveProperty("name");
    expect(checkNewEntitlement({ ...REVIEW, name: "a\nb" })).toHaveProperty("name");
  });
});
