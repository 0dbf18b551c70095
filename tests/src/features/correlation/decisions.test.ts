/** How candidates compare, and the notifications of decisions. */
import { describe, expect, it } from "vitest";
import {
  decisionMessage,
  describePerson,
  hasClearBest,
  lackingSide,
  withUsername,
} from "#src/features/correlation/decisions.ts";
import { english } from "../../../support/english.ts";

const candidates = (...probabilities: readonly number[]) =>
  probabilities.map((probability) => ({ probability }));

describe("candidates", () => {
  it("have a clear best one more than 5 percentage points ahead of the second", () => {
    expect(hasClearBest(candidates(0.6, 0.54), 0.2)).toBe(true);
    expect(hasClearBest(candidates(0.55, 0.5), 0.2)).toBe(false);
    expect(hasClearBest(candidates(0.5, 0.5), 0.2)).toBe(false);
  });

  it("have no clear best one below the review limit", () => {
    expect(hasClearBest(candidates(0.2), 0.2)).toBe(true);
    expect(hasClearBest(candidates(0.19), 0.2)).toBe(false);
    expect(hasClearBest([], 0.2)).toBe(false);
  });

  it("show whether the account or the person lacks a value", () => {
    expect(lackingSide(null, "Ada")).toBe("account");
    expect(lackingSide("Ada", null)).toBe("person");
    expect(lackingSide(null, null)).toBe("both");
    expect(lackingSide("Ada", "Ada")).toBeNull();
  });
});

describe("people of the same name", () => {
  it("are told apart by username, job title and department", () => {
    const person = { username: "zt1", jobTitle: null, department: "Sales" };
    expect(describePerson(person)).toBe("zt1 · Sales");
    expect(withUsername("Zoë Twin", "zt1")).toBe("Zoë Twin · zt1");
    expect(withUsername("zt1", "zt1")).toBe("zt1");
    expect(withUsername("Zoë Twin", null)).toBe("Zoë Twin");
    expect(withUsername(null, null)).toBe("–");
  });
});

describe("a decision", () => {
  it("is followed by a text that says what it did", () => {
    const said = (decision: "link" | "none" | "different" | "create", identity: string | null) =>
      english(decisionMessage({ decision, name: "twin", identity }));
    expect(said("link", "Zoë Twin")).toBe("twin was linked to Zoë Twin");
    expect(said("none", null)).toBe("twin has no owner now");
    expect(said("different", "Zoë Twin")).toBe("Zoë Twin is no longer a candidate for twin");
    expect(decisionMessage({ decision: "create", name: "twin", identity: "Zoë" })).toBeNull();
  });
});
