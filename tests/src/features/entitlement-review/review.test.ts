/** The review of entitlements: requests and their statuses, duplicates, and merges. */
import { beforeEach, describe, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import * as calls from "#events/calls/entitlements.ts";
import { getImportSettings, saveImportSettings } from "#events/calls/systems.ts";
import type { ReviewedEntitlement } from "#events/entities/entitlementReview.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import {
  $createStatus,
  $deleteStatus,
  $duplicates,
  $getAllStatus,
  $page,
  $refreshAllStatus,
  $updateStatus,
  entitlementList,
  refresh,
} from "#src/features/entitlement-review/listModel.ts";
import { $groups, $preview, merging } from "#src/features/entitlement-review/mergeModel.ts";
import {
  $rulesPreview,
  importRulesForm,
} from "#src/features/entitlement-review/importRulesModel.ts";
import {
  deletion,
  newForm,
  openReview,
  reviewForm,
} from "#src/features/entitlement-review/reviewModel.ts";
import {
  duplicatesOf,
  othersOf,
  stateOf,
  withoutDuplicate,
} from "#src/features/entitlement-review/rules.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const CRM = uuid(4001);
const PATH = `/resources/${CRM}/entitlement-review`;

function make(number: number, change: Partial<ReviewedEntitlement> = {}): ReviewedEntitlement {
  return {
    id: uuid(9000 + number),
    resourceId: CRM,
    roleOid: uuid(9100 + number),
    name: `Entitlement ${number}`,
    displayName: null,
    description: "",
    ownerId: null,
    owner: null,
    position: null,
    excluded: false,
    excludedBy: null,
    interim: false,
    reported: null,
    holderCount: 0,
    updatingImport: false,
    version: 1,
    ...change,
  };
}
const [read, again, other] = [make(1), make(2, { interim: true }), make(3)];

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await open();
});

const open = async (path = PATH) => {
  await app.record(navigated, { path, how: "push" });
  await app.open("entitlementReview", path, { resourceId: CRM });
};
const list = (...entitlements: ReviewedEntitlement[]) =>
  app.reply(calls.getEntitlements, halList("entitlements", entitlements));
const create = async (...duplicates: ReviewedEntitlement[]) => {
  await app.act(newForm.toggle, { open: true });
  await app.act(newForm.change, { values: { name: " Read " } });
  await app.act(newForm.submit, {});
  await app.reply(calls.createEntitlement, { entitlement: again, duplicates }, { status: 201 });
};

describe("the review of entitlements", () => {
  it("[ENT-3] [ENT-4] [ENT-17] lists entitlements and keeps the page info", async () => {
    expect(app.get($getAllStatus)).toBe("InProgress");
    await list(read, other);
    expect(app.get($getAllStatus)).toBe("Success");
    expect(app.get($page)).toMatchObject({ number: 0, totalElements: 2 });
    expect(app.get(entitlementList.$view).itemAt(1)).toEqual(other);
  });

  it("[ENT-5] has a status of the comparison with the system", async () => {
    await list(read);
    await app.act(refresh, {});
    expect(app.get($refreshAllStatus)).toBe("InProgress");
    await app.act(refresh, {});
    expect(app.waiting(calls.refreshEntitlements)).toHaveLength(1);
    await app.reply(calls.refreshEntitlements, {
      entitlementCount: 1,
      missingCount: 0,
      becameRealCount: 0,
      refreshedAt: "2026-03-01T09:00:00.000Z",
    });
    expect(app.get($refreshAllStatus)).toBe("Success");
    expect(app.waiting(calls.getEntitlements)).toHaveLength(1);
  });

  it("[ENT-2] [ENT-6] [ENT-9] [ENT-15] creating sets the duplicates, and getting all resets the status", async () => {
    await list(read);
    await app.act(newForm.toggle, { open: true });
    await app.act(newForm.change, { values: { name: " Read " } });
    await app.act(newForm.submit, {});
    expect(app.get($createStatus)).toBe("InProgress");
    expect(app.waiting(calls.createEntitlement)[0]?.input.body).toEqual({
      name: "Read",
      displayName: null,
      description: "",
      ownerId: null,
      position: null,
    });
    const reply = { entitlement: again, duplicates: [read, again] };
    await app.reply(calls.createEntitlement, reply, { status: 201 });
    expect(app.get($duplicates)).toEqual({ [read.id]: read, [again.id]: again });
    // The list is read again.
    expect(app.waiting(calls.getEntitlements)).toHaveLength(1);
    expect(app.get($createStatus)).toBe("NotStarted");
  });

  it("[ENT-7] [ENT-10] [ENT-16] updating sets the duplicates, and getting all resets the status", async () => {
    await list(read, other);
    await app.act(openReview, { entitlement: other });
    await app.act(reviewForm.change, { values: { displayName: "Entitlement 1", position: 4 } });
    await app.act(reviewForm.submit, {});
    expect(app.get($updateStatus)).toBe("InProgress");
    expect(app.waiting(calls.updateEntitlement)[0]?.input).toMatchObject({
      params: { entitlementId: other.id },
      body: { displayName: "Entitlement 1", position: 4, excluded: false, version: 1 },
    });
    const entitlement = { ...other, displayName: "Entitlement 1", version: 2 };
    await app.reply(calls.updateEntitlement, { entitlement, duplicates: [read, entitlement] });
    expect(Object.keys(app.get($duplicates))).toEqual([read.id, other.id]);
    expect(app.get($updateStatus)).toBe("NotStarted");
    await list(read, entitlement);
    await app.act(openReview, { entitlement });
    expect(app.get(reviewForm.$view)?.values).toMatchObject({ displayName: "Entitlement 1" });
  });

  it("[ENT-8] [ENT-11] [ENT-12] [ENT-13] deleting an interim entitlement removes it and its duplicate", async () => {
    await list(read, again);
    const third = make(4);
    await create(read, again, third);
    await list(read, again, third);
    await app.act(deletion.open, { subject: { id: again.id, name: again.name } });
    await app.act(deletion.confirm, {});
    expect(app.get($deleteStatus)).toBe("InProgress");
    await app.reply(calls.deleteEntitlement, { id: again.id, name: again.name });
    expect(app.get($deleteStatus)).toBe("NotStarted");
    expect(Object.keys(app.get($duplicates))).toEqual([read.id, third.id]);
    await list(read, third);
    expect(app.get(entitlementList.$view).find(({ id }) => id === again.id)).toBeNull();
  });

  it("[ENT-14] a duplicate map of one or fewer entries counts as empty", async () => {
    await list(read);
    await create(again);
    expect(app.get($duplicates)).toEqual({});
    expect(withoutDuplicate(duplicatesOf([read, again]), read.id)).toEqual({});
    expect(duplicatesOf([])).toEqual({});
  });

  it("merges a group after a preview, whose fingerprint it repeats", async () => {
    await open(`${PATH}?show=duplicates`);
    await list(read, again);
    const group = { key: "read", entitlements: [read, again] };
    await app.reply(calls.listDuplicates, halList("groups", [group]));
    expect(othersOf(app.get($groups).value, read.id)).toEqual([again.id]);
    const kept = { id: read.id, name: read.name };
    await app.act(merging.open, { subject: { kept, mergedIds: [again.id] } });
    await app.act(merging.confirm, {});
    expect(app.waiting(calls.mergeEntitlements)).toEqual([]);
    const preview = {
      kept,
      merged: [{ id: again.id, name: again.name }],
      accountCount: 2,
      policyCount: 1,
      accessRoleCount: 0,
      fingerprint: "f1",
    };
    await app.reply(calls.previewMerge, preview);
    expect(app.get($preview).value?.accountCount).toBe(2);
    await app.act(merging.confirm, {});
    expect(app.waiting(calls.mergeEntitlements)[0]?.input).toMatchObject({
      params: { entitlementId: read.id },
      body: { mergedIds: [again.id], fingerprint: "f1" },
    });
    await app.reply(calls.mergeEntitlements, preview);
    expect(app.get(merging.$view).isOpen).toBe(false);
    expect(app.waiting(calls.listDuplicates)).toHaveLength(1);
  });

  describe("rules of imports", () => {
    const { configuration: _configuration, mappings: _mappings, ...settings } = DEFAULT_SETTINGS;
    const known = { ...settings, includedEntitlements: ["APP-*"], excludedEntitlements: ["OLD"] };
    const covers = (coveredCount: number) => ({
      entitlementCount: 5,
      coveredCount,
      droppedCount: 0,
      dropped: [],
      returningCount: 0,
      returning: [],
    });
    const openRules = async () => {
      await list(read);
      expect(app.waiting(getImportSettings)).toEqual([]);
      await app.act(importRulesForm.toggle, { open: true });
      await app.reply(getImportSettings, { settings: known, version: 7 });
    };
    const change = (values: { included?: string; excluded?: string }) =>
      app.act(importRulesForm.change, { values });
    const previewed = () => app.waiting(calls.previewRules).map(({ input }) => input.body);

    it("previews the saved rules, and typed ones when the user has paused", async () => {
      await openRules();
      expect(previewed()).toEqual([{ included: ["APP-*"], excluded: ["OLD"] }]);
      await app.reply(calls.previewRules, covers(3));
      expect(app.get($rulesPreview).value?.coveredCount).toBe(3);
      await change({ included: "APP-*\n\n CRM-* " });
      expect(previewed()).toEqual([]);
      await app.elapse("entitlements:rules:");
      expect(previewed()).toEqual([{ included: ["APP-*", "CRM-*"], excluded: ["OLD"] }]);
    });

    it("saves both lists with the other import settings", async () => {
      await openRules();
      await change({ included: "APP-*\nCRM-*", excluded: "" });
      await app.act(importRulesForm.submit, {});
      expect(app.waiting(saveImportSettings)[0]?.input.body).toEqual({
        settings: {
          ...settings,
          includedEntitlements: ["APP-*", "CRM-*"],
          excludedEntitlements: [],
        },
        version: 7,
      });
    });

    it("refuses patterns that are too long, each at its list", async () => {
      await openRules();
      await change({ included: `ok\n${"x".repeat(256)}` });
      await app.act(importRulesForm.submit, {});
      const problems = app.get(importRulesForm.$view)?.problems;
      expect(problems?.included?.code).toBe("fields.tooLong");
      expect(problems?.excluded ?? null).toBeNull();
      expect(app.waiting(saveImportSettings)).toEqual([]);
    });
  });

  it("tells the most important state", () => {
    expect(stateOf(make(1))).toBe("used");
    expect(stateOf(make(1, { reported: false }))).toBe("missing");
    expect(stateOf(make(1, { reported: false, interim: true }))).toBe("interim");
    expect(stateOf(make(1, { interim: true, excludedBy: "*" }))).toBe("excluded");
    expect(stateOf(make(1, { included: false }))).toBe("excluded");
  });
});
