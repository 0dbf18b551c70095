/** Numbers that make values unique: they are stable, and as low as possible. */
import { describe, expect, test } from "vitest";
import { TokenRegistry } from "#events/rules/mappings/tokens.ts";
import { CodeFailure } from "#events/rules/mappings/values.ts";

const numbered = (value: string) => (token: string) => value + token;
/** With the number before the value, as a template may place it. */
const before = (value: string) => (token: string) => token + value;

describe("[MAP-3] numbers of unique values", () => {
  test("begin with none, then 2, without regard to case", () => {
    const registry = new TokenRegistry([]);
    expect(registry.choose("P1", undefined, numbered("jdoe"))).toBe("");
    expect(registry.choose("P2", undefined, numbered("jdoe"))).toBe("2");
    expect(registry.choose("P3", undefined, numbered("JDoe"))).toBe("3");
    expect(registry.choose("P4", undefined, numbered("other"))).toBe("");
  });

  test("are the same for the same value of equal keys, which come one after the other", () => {
    const registry = new TokenRegistry([["jdoe", "P0"]]);
    for (const value of ["jdoe", "john", "jdoe", "JDoe"]) {
      const token = value === "john" ? "" : "2";
      expect(registry.choose("P1", undefined, numbered(value)), value).toBe(token);
    }
    expect(registry.choose("P2", undefined, numbered("jdoe"))).toBe("3");
    expect(registry.choose("P2", undefined, numbered("john"))).toBe("2");
  });

  test("leave out values that others hold", () => {
    const registry = new TokenRegistry([
      ["JDOE", "P1"],
      ["jdoe3", "P2"],
    ]);
    expect(registry.choose("P5", undefined, numbered("jdoe"))).toBe("2");
    expect(registry.choose("P6", undefined, numbered("jdoe"))).toBe("4");
  });

  test("an object keeps the value that it has, in another case as well", () => {
    const registry = new TokenRegistry([
      ["jdoe", "P1"],
      ["jdoe2", "P2"],
      ["JDOE7", "P3"],
    ]);
    expect(registry.choose("P1", "jdoe", numbered("jdoe"))).toBe("");
    expect(registry.choose("P2", "jdoe2", numbered("jdoe"))).toBe("2");
    expect(registry.choose("P3", "JDOE7", numbered("jdoe"))).toBe("7");
    expect(registry.choose("P4", undefined, numbered("jdoe"))).toBe("3");
  });

  test("an object loses a value that another one has or that its mapping no longer gives", () => {
    const registry = new TokenRegistry([
      ["jdoe", "P1"],
      ["jdoe", "P2"],
      ["jsmith", "P3"],
    ]);
    // Of two that hold the same, the first one keeps it.
    expect(registry.choose("P2", "jdoe", numbered("jdoe"))).toBe("2");
    expect(registry.choose("P1", "jdoe", numbered("jdoe"))).toBe("");
    expect(registry.choose("P3", "jsmith", numbered("jdoe"))).toBe("3");
  });

  test("an object keeps a value that it has and that nobody was known to hold", () => {
    const registry = new TokenRegistry([]);
    expect(registry.choose("P1", "jdoe9", numbered("jdoe"))).toBe("9");
    expect(registry.choose("P2", "jdoe9", numbered("jdoe"))).toBe("");
  });

  test("are found wherever the value has them", () => {
    const registry = new TokenRegistry([["12x34x", "P1"]]);
    expect(registry.choose("P1", "12x34x", before("x34x"))).toBe("12");
    expect(registry.choose("P2", "x34x", (token) => `x${token}x`)).toBe("34");
  });

  test("are from 2 to 10,000, without leading zeros", () => {
    const kept = (token: string) =>
      new TokenRegistry([]).choose("P1", `jdoe${token}`, numbered("jdoe"));
    expect(kept("2")).toBe("2");
    expect(kept("10000")).toBe("10000");
    for (const token of ["0", "1", "02", "10001"]) expect(kept(token)).toBe("");
  });

  test("end with 10,000", () => {
    const held = [["x", "P0"] as const];
    for (let number = 2; number < 10_000; number++) held.push([`x${number}`, "P0"] as never);
    const registry = new TokenRegistry(held);
    expect(registry.choose("P1", undefined, numbered("x"))).toBe("10000");
    expect(registry.choose("P2", undefined, numbered("x"))).toBeNull();
    // Code that ignores the number gives the same value each time.
    expect(registry.choose("P3", undefined, () => "x")).toBeNull();
  });

  test("there is none without a value", () => {
    const registry = new TokenRegistry([["x", "P0"]]);
    expect(registry.choose("P1", "old", () => undefined)).toBeUndefined();
    expect(registry.choose("P1", undefined, (token) => (token === "" ? "x" : undefined))).toBe(
      undefined,
    );
  });

  test("a mapping that fails with a number does not keep that number", () => {
    const failing = (error: Error) => (token: string) => {
      if (token === "5") throw error;
      return `x${token}`;
    };
    const registry = new TokenRegistry([]);
    expect(registry.choose("P1", "x5", failing(new CodeFailure("codeFailed")))).toBe("");
    expect(() => registry.choose("P2", "x5", failing(new Error("other")))).toThrow("other");
  });
});
