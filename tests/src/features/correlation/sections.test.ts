/** The parts of the matching that have addresses of their own. */
import { expect, it } from "vitest";
import { SECTIONS, toSection } from "#src/features/correlation/route.ts";
import { sectionIn } from "#src/features/correlation/rules.ts";
import { uuid } from "../../support/fixtures.ts";

const BASE = `/resources/${uuid(1)}/match-user-accounts`;

it("[ROUTE-78] the address names the part that is shown", () => {
  for (const section of SECTIONS) {
    const path = toSection(uuid(1), section);
    expect(path.startsWith(BASE)).toBe(true);
    expect(sectionIn({ "*": path.slice(BASE.length + 1) })).toBe(section);
  }
  expect(SECTIONS.length).toBeGreaterThan(1);
});

it("any other address below it shows all parts", () => {
  expect(sectionIn({ "*": "any/other" })).toBe("all");
  expect(sectionIn({ "*": "" })).toBe("all");
  expect(sectionIn(undefined)).toBe("all");
});
