/** Texts of the paths by which policies reach people. */
import { expect, test } from "vitest";
import { inheritanceText, pathText, pathTexts } from "#events/rules/policyPaths.ts";

type Paths = Parameters<typeof pathTexts>[0];

test("a path has the names from the org with the policy down", () => {
  expect(pathText(["Sales", "Field sales"])).toBe("Sales > Field sales");
  expect(pathText(["Sales"])).toBe("Sales");
  expect(pathText([])).toBe("");
});

test("an access role comes first, with the path of the policy that induces it", () => {
  const role = { oid: "r", name: "Teller" };
  const paths = [
    { names: ["Sales", "Field sales"], role: null },
    { names: ["Sales"] },
    { names: ["Sales", "Field sales"], role },
    { names: [], role },
  ] as unknown as Paths;
  expect(pathTexts(paths)).toEqual([
    "Sales > Field sales",
    "Sales",
    "Teller (Sales > Field sales)",
    "Teller",
  ]);
});

test("an org inherits an entitlement along such a path", () => {
  const path = ["Sales", "Field sales"];
  expect(inheritanceText({ path })).toBe("Sales > Field sales");
  expect(inheritanceText({ path, role: { oid: "r", name: "Teller" } })).toBe(
    "Teller (Sales > Field sales)",
  );
});
