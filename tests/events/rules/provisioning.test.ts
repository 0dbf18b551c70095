/** What the preview of provisioning and the server decide alike. */
import { describe, expect, test } from "vitest";
import { PROVISION_GATES, PROVISION_STATUSES } from "#events/entities/provisioning.ts";
import {
  HIDDEN_VALUE,
  isDecidable,
  isProvisionable,
  isSecretAttribute,
  isWorking,
  mayDecide,
  needsConsent,
  provisionGates,
  readsSecret,
  withoutSecretValues,
  type PlanFigures,
} from "#events/rules/provisioning.ts";
import { sourceOf } from "./mappings/support.ts";

test("changes are written by a connector that can write, or done by the owner of a manual system", () => {
  expect(isProvisionable("api", true)).toBe(true);
  expect(isProvisionable("export", true)).toBe(true);
  expect(isProvisionable(null, true)).toBe(true);
  expect(isProvisionable("api", false)).toBe(false);
  expect(isProvisionable(null, false)).toBe(false);
  expect(isProvisionable("manual", false)).toBe(true);
  expect(isProvisionable("manual", true)).toBe(true);
  // People come from an HR system, and nothing goes there.
  expect(isProvisionable("hr", true)).toBe(false);
});

test("a worker computes and applies previews, and a person decides about planned ones", () => {
  expect(PROVISION_STATUSES.filter((status) => isWorking({ status }))).toEqual([
    "waiting",
    "computing",
    "applying",
  ]);
  expect(PROVISION_STATUSES.filter((status) => isDecidable({ status, stale: false }))).toEqual([
    "planned",
  ]);
  expect(PROVISION_STATUSES.filter((status) => isDecidable({ status, stale: true }))).toEqual([]);
});

describe("a preview that another person has to decide about", () => {
  const preparedBy = ["u1", "u2"].map((id) => ({ id, username: `user ${id}` }));

  test("is decided by nobody who prepared it", () => {
    const decides = (userId?: string) => mayDecide({ needsOtherPerson: true, preparedBy }, userId);
    expect(["u1", "u2", "u3", undefined].map(decides)).toEqual([false, false, true, true]);
    const byOne = { needsOtherPerson: true, preparedBy: preparedBy.slice(0, 1) };
    expect(["u1", "u2"].map((id) => mayDecide(byOne, id))).toEqual([false, true]);
  });

  test("is decided by nobody if nobody prepared it", () => {
    expect(mayDecide({ needsOtherPerson: true, preparedBy: [] }, "u3")).toBe(false);
    expect(mayDecide({ needsOtherPerson: true }, "u3")).toBe(false);
  });

  test("is otherwise decided by anyone", () => {
    expect(mayDecide({ needsOtherPerson: false, preparedBy }, "u1")).toBe(true);
    expect(mayDecide({}, "u1")).toBe(true);
  });
});

describe("what a person should check", () => {
  const usual: PlanFigures = {
    wasApproved: true,
    isImported: true,
    accounts: 100,
    held: 50,
    ended: 0,
    revoked: 0,
    blocked: 0,
  };
  const gates = (figures: Partial<PlanFigures>) =>
    provisionGates({ ...usual, ...figures }, { maxGonePercent: 10 });

  test("nothing in a usual plan", () => {
    expect(gates({})).toEqual([]);
    expect(gates({ accounts: 0, held: 0 })).toEqual([]);
  });

  test("the first plan, a system whose accounts are unknown, and blocked changes", () => {
    expect(gates({ wasApproved: false })).toEqual(["firstPlan"]);
    expect(gates({ isImported: false })).toEqual(["notImported"]);
    expect(gates({ blocked: 1 })).toEqual(["blocked"]);
  });

  test("more removed accounts and entitlements than the settings allow", () => {
    expect(gates({ ended: 10, revoked: 5 })).toEqual([]);
    expect(gates({ ended: 11 })).toEqual(["manyRemoved"]);
    expect(gates({ revoked: 6 })).toEqual(["manyRevoked"]);
    expect(gates({ accounts: 0, ended: 1 })).toEqual(["manyRemoved"]);
    expect(provisionGates({ ...usual, ended: 1 }, { maxGonePercent: 0 })).toEqual(["manyRemoved"]);
  });

  test("all of it, in a fixed order", () => {
    const all = gates({
      wasApproved: false,
      isImported: false,
      ended: 99,
      revoked: 49,
      blocked: 9,
    });
    expect(all).toEqual([...PROVISION_GATES]);
  });

  test("and says so before an unknown system or many removals are approved", () => {
    expect(PROVISION_GATES.filter(needsConsent)).toEqual([
      "notImported",
      "manyRemoved",
      "manyRevoked",
    ]);
  });
});

describe("secret values", () => {
  test("are those of attributes that are named like passwords and keys", () => {
    const secret = [
      "userPassword",
      "passphrase",
      "passwd",
      "passcode",
      "pwd",
      "unicodePwd",
      "clientSecret",
      "privateKey",
      "APIKEY",
      "accessToken",
    ];
    expect(secret.filter((name) => !isSecretAttribute(name))).toEqual([]);
    expect(["mail", "passport", "key"].filter(isSecretAttribute)).toEqual([]);
  });

  test("come from a mapping with a secret field as a source", () => {
    const reads = (more: Parameters<typeof sourceOf>[0]) =>
      readsSecret({ mappingType: "STANDARD", customCode: "", attributes: [sourceOf(more)] });
    expect(reads({ midpointUserFieldId: "extension/initialPassword" })).toBe(true);
    expect(reads({ midpointUserFieldId: "email" })).toBe(false);
    expect(reads({ midpointUserFieldId: null })).toBe(false);
    expect(reads({ type: "STATIC", midpointUserFieldId: "extension/password" })).toBe(false);
  });

  test("come from code only if the mapping runs it", () => {
    const reads = (mappingType: "STANDARD" | "CUSTOM" | "ADVANCED") =>
      readsSecret({ mappingType, customCode: "identity.password", attributes: [] });
    expect([reads("STANDARD"), reads("CUSTOM"), reads("ADVANCED")]).toEqual([false, true, true]);
  });

  test("are replaced one by one, and the rest of the content stays", () => {
    expect(HIDDEN_VALUE).toMatch(/^•+$/);
    const content = {
      attributes: { mail: ["a"], password: ["x", "y"], pin: ["1"] },
      active: true,
      entitlements: ["Read"],
    };
    expect(withoutSecretValues(content)).toEqual({
      ...content,
      attributes: { mail: ["a"], password: [HIDDEN_VALUE, HIDDEN_VALUE], pin: ["1"] },
    });
    expect(withoutSecretValues(content, new Set(["pin"])).attributes).toEqual({
      mail: ["a"],
      password: [HIDDEN_VALUE, HIDDEN_VALUE],
      pin: [HIDDEN_VALUE],
    });
  });
});
