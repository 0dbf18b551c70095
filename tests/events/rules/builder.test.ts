import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import {
  decideApply,
  type ApplyAttempt,
  hintMessage,
  lowCohesionBanner,
  SLIDER_MARKS,
  SLIDER_MAX,
  SLIDER_MIN,
  SLIDER_START,
  unlinkedAccountsBanner,
} from "#events/rules/builder.ts";
import { message } from "#events/messages/message.ts";
import { english } from "../../support/english.ts";

const APPLIED_MAX = 1_500_000;

const READY = { text: "", removedCount: 0, selectedCount: 1, orgOid: "org", clientId: "client" };
const CLEAR_FILTER =
  "Please clear the filter to see all items being applied before clicking the Apply button";

/** The decision with its English reason. */
function decide(attempt: ApplyAttempt) {
  const decision = decideApply(attempt);
  return decision.ok ? decision : { ...decision, reason: english(decision.reason) };
}

describe("the builder's constants", () => {
  it("[APB-5] [APB-6] [APB-10] [APB-30] match the slider and the filter field", () => {
    expect([SLIDER_MIN, SLIDER_MAX, SLIDER_START]).toStrictEqual([30, 100, 100]);
    expect(SLIDER_MARKS).toStrictEqual([30, 60, 90, 100]);
    expect(TEXT_MAX_LENGTH).toBe(255);
  });
});

describe("decideApply", () => {
  it("allows a request that passes every check", () => {
    expect(decide(READY)).toStrictEqual({ ok: true });
  });

  it.each(["teller", " ", "_"])(
    "[APB-33] [APB-34] flags the filter while its text is %j",
    (text) => {
      expect(decide({ ...READY, text })).toStrictEqual({
        ok: false,
        flagFilter: true,
        reason: CLEAR_FILTER,
      });
    },
  );

  it("[APB-35] requires at least one entitlement", () => {
    expect(decide({ ...READY, removedCount: 0, selectedCount: 0 })).toStrictEqual({
      ok: false,
      flagFilter: false,
      reason: "Please select at least one entitlement",
    });
  });

  it("[APB-50] accepts as many as a request has room for, and explains what to do with more", () => {
    expect(decide({ ...READY, removedCount: 0, selectedCount: APPLIED_MAX })).toStrictEqual({
      ok: true,
    });
    const half = APPLIED_MAX / 2;
    expect(decide({ ...READY, removedCount: half, selectedCount: half })).toStrictEqual({
      ok: true,
    });
    expect(decide({ ...READY, removedCount: half + 1, selectedCount: half })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("1,500,001 entitlements are selected"),
    });
    expect(decide({ ...READY, removedCount: 0, selectedCount: 10_000_000 })).toStrictEqual({
      ok: false,
      flagFilter: false,
      reason:
        "10,000,000 entitlements are selected, and at most 1,500,000 can be applied at once. Apply some of the resources first and then the others: the policy keeps the first ones",
    });
  });

  it.each([null, undefined, ""])("[APB-36] reports the missing org %j", (orgOid) => {
    expect(decide({ ...READY, orgOid })).toStrictEqual({
      ok: false,
      flagFilter: false,
      reason: "Org not found",
    });
  });

  it.each([null, undefined, ""])("[APB-37] reports the missing client %j", (clientId) => {
    expect(decide({ ...READY, clientId })).toStrictEqual({
      ok: false,
      flagFilter: false,
      reason: "Client not found",
    });
  });

  it("[APB-38] checks filter text, selection, org and client in this order and reports the first failure", () => {
    const faults = [
      { fault: { text: "x" }, reason: CLEAR_FILTER },
      {
        fault: { removedCount: 0, selectedCount: 0 },
        reason: "Please select at least one entitlement",
      },
      { fault: { orgOid: null }, reason: "Org not found" },
      { fault: { clientId: null }, reason: "Client not found" },
    ];
    for (let chosen = 1; chosen < 1 << faults.length; chosen++) {
      const failing = faults.filter((_, index) => (chosen & (1 << index)) !== 0);
      const attempt = Object.assign({}, READY, ...failing.map(({ fault }) => fault));
      expect(decide(attempt)).toMatchObject({ ok: false, reason: failing[0]?.reason });
    }
  });

  it("[APB-39] has the text of the flagged filter field", () => {
    expect(english(message("builder.clearFilterFirst"))).toBe(
      "Please clear filter before submitting",
    );
  });
});

describe("hintMessage", () => {
  it.each([
    [91, "91% of identities are assigned to Branch Reports Read, while 9% are not."],
    [
      97.82608695652173,
      "97.8% of identities are assigned to Branch Reports Read, while 2.2% are not.",
    ],
    [
      33.333333333333336,
      "33.3% of identities are assigned to Branch Reports Read, while 66.7% are not.",
    ],
    [59.96, "60% of identities are assigned to Branch Reports Read, while 40% are not."],
    [0, "0% of identities are assigned to Branch Reports Read, while 100% are not."],
    [100, "100% of identities are assigned to Branch Reports Read, while 0% are not."],
    [0.04, "0% of identities are assigned to Branch Reports Read, while 100% are not."],
    [99.9, "99.9% of identities are assigned to Branch Reports Read, while 0.1% are not."],
    // Rounded separately, the two would add up to 100.1.
    [55.25, "55.3% of identities are assigned to Branch Reports Read, while 44.7% are not."],
    [0.25, "0.3% of identities are assigned to Branch Reports Read, while 99.7% are not."],
    [99.75, "99.8% of identities are assigned to Branch Reports Read, while 0.2% are not."],
  ])("[APB-25] of %d reads %j", (percent, text) => {
    expect(english(hintMessage("Branch Reports Read", percent))).toBe(text);
  });

  it("[APB-25] shows two numbers with at most one decimal that add up to 100, the first nearest to the percentage", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (percent) => {
        const numbers = /^(\d+(?:\.\d)?)% of .* while (\d+(?:\.\d)?)% are not\.$/.exec(
          english(hintMessage("x", percent)),
        );
        const [assigned, others] = [Number(numbers?.[1]), Number(numbers?.[2])];
        expect(Math.abs(assigned - percent)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(Math.round(assigned * 10) + Math.round(others * 10)).toBe(1000);
      }),
      { seed: 20260105, numRuns: 2000 },
    );
  });

  it("[APB-25] keeps a name verbatim, replacement patterns included", () => {
    expect(english(hintMessage("$& {entitlement} 100%", 50))).toContain(
      "assigned to $& {entitlement} 100%,",
    );
  });
});

describe("unlinkedAccountsBanner", () => {
  it.each([
    [412, 375, "warning", "37 of 412 identities have no linked account"],
    [412, 411, "warning", "1 of 412 identities has no linked account"],
    [100, 50, "warning", "50 of 100 identities have no linked account"],
    [3, 1, "error", "2 of 3 identities have no linked account"],
    [200_001, 100_000, "error", "100,001 of 200,001 identities have no linked account"],
    [2, 0, "error", "2 of 2 identities have no linked account"],
  ])(
    "[APB-45] [APB-46] [APB-47] of %d identities with %d shadows is a banner of style %s",
    (users, shadows, severity, text) => {
      const banner = unlinkedAccountsBanner(users, shadows);
      expect(banner).toMatchObject({ kind: "unlinkedAccounts", severity });
      expect(english(banner?.kind === "unlinkedAccounts" ? banner.title : null)).toBe(
        "Unlinked accounts detected",
      );
      expect(english(banner?.text)).toBe(text);
    },
  );

  it.each([
    [0, 0],
    [5, 5],
    [5, 9],
  ])("[APB-45] is absent for %d identities with %d shadows", (users, shadows) => {
    expect(unlinkedAccountsBanner(users, shadows)).toBeNull();
  });
});

describe("lowCohesionBanner", () => {
  it("[APB-48] shows at 60 and below if an entitlement below 60 is shown, and not otherwise", () => {
    const namesOf = () => ["Wire Release"];
    expect(lowCohesionBanner(60, 1, namesOf)).not.toBeNull();
    expect(lowCohesionBanner(30, 1, namesOf)).not.toBeNull();
    expect(lowCohesionBanner(60.1, 1, namesOf)).toBeNull();
    expect(lowCohesionBanner(30, 0, namesOf)).toBeNull();
  });

  it("[APB-49] starts with the text of the specification, as a warning", () => {
    const banner = lowCohesionBanner(30, 4, () => ["Wire Release"]);
    expect(banner).toMatchObject({
      kind: "lowCohesion",
      severity: "warning",
      count: 4,
      names: ["Wire Release"],
    });
    expect(english(banner?.text)).toBe(
      "This entitlement is only shared by a small portion of users in this role... Review it before adding it to the policy.",
    );
  });
});
