/** Rules that leave out accounts of a system. */
import { beforeEach, describe, expect, it } from "vitest";
import { previewExclusion } from "#events/calls/excludedAccounts.ts";
import { getImportSettings, getSystem, saveImportSettings } from "#events/calls/systems.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import {
  $exclusionPreview,
  $hasExclusions,
  exclusionForm,
  exclusionRemoval,
} from "#src/features/systems/excludedModel.ts";
import { exclusionMessages } from "#src/features/systems/exclusionMessages.ts";
import "#src/features/systems/models.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { BADGES } from "./support.ts";

const ID = BADGES.resourceId;
const SERVICES = { attribute: null, pattern: "svc-*" };
const TESTS = { attribute: "type", pattern: "test*" };
const { configuration: _configuration, mappings: _mappings, ...DEFAULTS } = DEFAULT_SETTINGS;
const settings = { ...DEFAULTS, excludedAccounts: [SERVICES] };

let app: TestApp;
const open = async (kind: "export" | "hr") => {
  app = createTestApp();
  await app.signIn(makeUser());
  const path = `/resources/${ID}/configuration`;
  await app.open("systemConfiguration", path, { resourceId: ID });
  await app.reply(getSystem, { ...BADGES, kind });
  await app.reply(getImportSettings, { settings, version: 7 });
};

describe("rules that exclude accounts", () => {
  beforeEach(() => open("export"));

  it("show which accounts they match when the user stops typing, before they are saved", async () => {
    await app.act(exclusionForm.toggle, { open: true });
    await app.act(exclusionForm.change, { values: { pattern: "t" } });
    await app.act(exclusionForm.change, { values: { attribute: "type", pattern: " test* " } });
    expect(app.waiting(previewExclusion)).toEqual([]);
    await app.elapse("systems:exclusion:");
    await app.elapse("systems:exclusion:");
    expect(app.waiting(previewExclusion).map(({ input }) => input.query)).toEqual([
      { attribute: "type", pattern: "test*" },
    ]);
    const counts = { accountCount: 1200, matchCount: 12, ownedCount: 1, sample: ["a", "b"] };
    await app.reply(previewExclusion, counts);
    expect(app.get($exclusionPreview).value).toEqual(counts);
    const { matches, owned, sample } = exclusionMessages.english;
    expect(matches(12, 1200)).toBe("The rule matches 12 of 1,200 accounts.");
    expect(owned(1)).toBe("1 account with an owner would leave the directory.");
    expect(sample(["a", "b"], 12)).toBe("a, b and 10 more");
  });

  it("are added to the import settings, and known ones are refused", async () => {
    await app.act(exclusionForm.toggle, { open: true });
    await app.act(exclusionForm.change, { values: { pattern: "SVC-*" } });
    await app.act(exclusionForm.submit, {});
    expect(app.get(exclusionForm.$view)?.problems.pattern?.code).toBe("systems.exclusionKnown");
    await app.act(exclusionForm.change, { values: { attribute: "type", pattern: "test* " } });
    await app.act(exclusionForm.submit, {});
    expect(app.waiting(saveImportSettings)[0]?.input.body).toEqual({
      settings: { ...settings, excludedAccounts: [SERVICES, TESTS] },
      version: 7,
    });
    await app.reply(saveImportSettings, {
      settings: { ...settings, excludedAccounts: [SERVICES, TESTS] },
      version: 8,
    });
    expect(app.get(exclusionForm.$view)?.isOpen).toBe(false);
  });

  it("are removed after a confirmation that shows which accounts return", async () => {
    await app.act(exclusionRemoval.open, { subject: SERVICES });
    expect(app.waiting(previewExclusion)[0]?.input.query).toEqual({ pattern: "svc-*" });
    await app.act(exclusionRemoval.confirm, {});
    expect(app.waiting(saveImportSettings)[0]?.input.body).toEqual({
      settings: { ...settings, excludedAccounts: [] },
      version: 7,
    });
  });
});

it("an HR system, which has people, has no rules for accounts", async () => {
  await open("hr");
  expect(app.get($hasExclusions)).toBe(false);
});
