/**
 * What the Access Policy Builder decides from numbers alone: its constants, when it may apply, and its words.
 * Percentages are compared unrounded everywhere; only the hint rounds, for display.
 */
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

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
/** Entitlements that one request adds and removes at most: as many as its body has room for. */
export const APPLIED_MAX = 1_500_000;

export interface ApplyAttempt {
  /** The filter text as typed. */
  readonly text: string;
  /** How many entitlements would be applied. */
  readonly selectedCount: number;
  /** How many entitlements of the policy would be removed. */
  readonly removedCount: number;
  readonly orgOid: string | null | undefined;
  readonly clientId: string | null | undefined;
}

export type ApplyDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly flagFilter: boolean; readonly reason: Message };

/** Whether the policy may be applied; the first check that fails decides the message. */
export function decideApply(attempt: ApplyAttempt): ApplyDecision {
  if (attempt.text !== "") {
    return refuse(message("builder.clearFilter"), true);
  }
  if (attempt.selectedCount <= 0) return refuse(message("builder.nothingSelected"));
  if (!attempt.orgOid) return refuse(message("orgs.notFound"));
  if (!attempt.clientId) return refuse(message("clients.notFound"));
  const changed = attempt.selectedCount + attempt.removedCount;
  if (changed > APPLIED_MAX) {
    return refuse(message("builder.tooManySelected", { selected: changed, max: APPLIED_MAX }));
  }
  return { ok: true };
}

function refuse(reason: Message, flagFilter = false): ApplyDecision {
  return { ok: false, flagFilter, reason };
}

/** A percentage as it is shown: at most one decimal, halves up. */
export function shownPercent(percent: number): number {
  return Math.round(percent * 10) / 10;
}

/** "x% of identities are assigned to {entitlement}, while y% are not.", where x and y as shown add up to 100. */
export function hintMessage(name: string, percent: number): Message {
  const assigned = shownPercent(percent);
  const others = Math.round(1000 - assigned * 10) / 10;
  return message("builder.hint", { assigned, others, name });
}

export type BuilderBanner =
  | {
      readonly kind: "unlinkedAccounts";
      readonly severity: "error" | "warning";
      readonly title: Message;
      readonly text: Message;
    }
  | { readonly kind: "lowCohesion"; readonly severity: "warning"; readonly text: Message };

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
  return {
    kind: "unlinkedAccounts",
    severity: totalShadows * 2 < totalUsers ? "error" : "warning",
    title: message("builder.unlinkedAccounts"),
    text: message("builder.unlinked", { count: unlinked, total: totalUsers }),
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
    text: message("builder.lowCohesion"),
  };
}
