/**
 * What the Access Policy Builder decides from numbers alone: its constants, when it may apply, and its words.
 * Percentages are compared unrounded everywhere; only the hint rounds, for display.
 */

/** Percent; the slider's lowest value. */
export const SLIDER_MIN = 30;
/** Percent; the slider's highest value. */
export const SLIDER_MAX = 100;
/** Percent; where the slider stands when the builder opens. */
export const SLIDER_START = 100;
/** Percent; the marks on the slider. */
export const SLIDER_MARKS: readonly number[] = [30, 60, 90, 100];
/** Percent; an entitlement below it is shared by few, which matters once the slider is at it or lower. */
export const LOW_COHESION_PERCENT = 60;
/** Entitlements that one request applies at most: as many as its body has room for. */
export const APPLIED_MAX = 1_500_000;
/** What is said of an apply that a filter text stands in the way of. */
export const CLEAR_FILTER_MESSAGE =
  "Please clear the filter to see all items being applied before clicking the Apply button";
/** What the filter field says while it is flagged. */
export const FILTER_FLAG_MESSAGE = "Please clear filter before submitting";

const count = new Intl.NumberFormat("en-US");

export interface ApplyAttempt {
  /** The filter text as typed. */
  readonly text: string;
  /** How many entitlements would be applied. */
  readonly selectedCount: number;
  readonly orgOid: string | null | undefined;
  readonly clientId: string | null | undefined;
}

export type ApplyDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly flagFilter: boolean; readonly message: string };

/** Whether the policy may be applied; the first check that fails decides the message. */
export function decideApply(attempt: ApplyAttempt): ApplyDecision {
  if (attempt.text !== "") {
    return refuse(CLEAR_FILTER_MESSAGE, true);
  }
  if (attempt.selectedCount <= 0) return refuse("Please select at least one entitlement");
  if (!attempt.orgOid) return refuse("Org not found");
  if (!attempt.clientId) return refuse("Client not found");
  if (attempt.selectedCount > APPLIED_MAX) {
    const [selected, most] = [attempt.selectedCount, APPLIED_MAX].map((number) =>
      count.format(number),
    );
    return refuse(
      `${selected} entitlements are selected, and at most ${most} can be applied at once. Apply some of the resources first and then the others: what is in the policy stays in it`,
    );
  }
  return { ok: true };
}

function refuse(message: string, flagFilter = false): ApplyDecision {
  return { ok: false, flagFilter, message };
}

/** A percentage as it is shown: at most one decimal, halves up. */
export function shownPercent(percent: number): number {
  return Math.round(percent * 10) / 10;
}

/** "x% of identities are assigned to {entitlement}, while y% are not.", where x and y as shown add up to 100. */
export function hintText(entitlementName: string, percent: number): string {
  const assigned = shownPercent(percent);
  const others = Math.round(1000 - assigned * 10) / 10;
  return `${assigned}% of identities are assigned to ${entitlementName}, while ${others}% are not.`;
}

export type BuilderBanner =
  | {
      readonly kind: "unlinkedAccounts";
      readonly severity: "error" | "warning";
      readonly title: string;
      readonly text: string;
    }
  | { readonly kind: "lowCohesion"; readonly severity: "warning"; readonly text: string };

/**
 * The banner for identities without a linked account, or null when there are none.
 * An error while fewer than half of the identities have one.
 */
export function unlinkedAccountsBanner(
  totalUsers: number,
  totalShadows: number,
): BuilderBanner | null {
  if (totalShadows >= totalUsers) return null;
  const unlinked = totalUsers - totalShadows;
  const verb = unlinked === 1 ? "has" : "have";
  return {
    kind: "unlinkedAccounts",
    severity: totalShadows * 2 < totalUsers ? "error" : "warning",
    title: "Unlinked accounts detected",
    text: `${count.format(unlinked)} of ${count.format(totalUsers)} identities ${verb} no linked account`,
  };
}

/**
 * The banner for entitlements that few share, or null.
 * @param threshold percent at which the slider stands
 * @param someShownBelow whether an entitlement below LOW_COHESION_PERCENT is shown
 */
export function lowCohesionBanner(
  threshold: number,
  someShownBelow: boolean,
): BuilderBanner | null {
  if (threshold > LOW_COHESION_PERCENT || !someShownBelow) return null;
  return {
    kind: "lowCohesion",
    severity: "warning",
    text: "This entitlement is only shared by a small portion of users in this role... Review it before adding it to the policy.",
  };
}
