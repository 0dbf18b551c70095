import { uuid } from "../../support/fixtures.ts";

/** A system that people change by hand. */
export const BADGES = {
  id: uuid(50),
  resourceId: uuid(50),
  name: "Badges",
  kind: "manual" as const,
  ownerId: null,
  testedAt: null,
};
