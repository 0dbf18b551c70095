/**
 * Decisions of the Access Policy Builder from numbers alone: its constants, when it may apply, and its texts.
 * Percentages are compared unrounded everywhere. Only the hint rounds, for display.
 */
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

/** Percent; the slider's lowest value. */
export const SLIDER_MIN = 30;
/** Percent; the slider's highest value. */
export const SLIDER_MAX = 100;
/** Percent; the slider's initial value. */
export const SLIDER_START = 100;
/** Percent; the marks on the slider. */
export const SLIDER_MARKS: readonly number[] = [30, 60, 90, 100];
/** Percent; entitlements below it have low cohesion, which matters once the slider is at or below it. */
export const LOW_COHESION_PERCENT = 60;
/** Entitlements that the low-cohesion banner names; it counts the others. */
export const LOW_COHESION_NAMED = 3;
/** Maximum entitlements that one request adds and removes. Its body has room for no more. */
export const APPLIED_MAX = 1_500_000;
/** Maximum entitlements of a change whose effect on people is computed before it is made: that takes a few seconds. */
export const PREVIEWED_MAX = 100_000;

export interface ApplyAttempt {
  /** The typed filter text. */
  readonly text: string;
  /** How many entitlements would be applied. */
  readonly selectedCount: number;
  /** How many of the policy's entitlements would be removed. */
  readonly removedCount: number;
  readonly orgOid: string | null | undefined;
  readonly clientId: string | null | undefined;
}

export type ApplyDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly flagFilter: boolean; readonly reason: Message };

/** Whether the policy may be applied. The first failed check decides the message. */
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

/** A displayed percentage: at most one decimal, halves rounded up. */
function shownPercent(percent: number): number {
  return Math.round(percent * 10) / 10;
}

/** "x% of identities are assigned to {entitlement}, while y% are not.", where the displayed x and y add up to 100. */
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
  | {
      readonly kind: "lowCohesion";
      readonly severity: "warning";
      readonly text: Message;
      /** Entitlements that it is about. */
      readonly count: number;
      /** The names of the first of them, at most LOW_COHESION_NAMED. */
      readonly names: readonly string[];
    };

/**
 * The banner for identities without a linked account, or null if there are none. An error if fewer than half of the
 * identities have one.
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
 * The low-cohesion banner, or null.
 * @param threshold the slider's value in percent
 * @param shownBelow how many entitlements below LOW_COHESION_PERCENT are shown
 * @param namesOf the names of the first of them
 */
export function lowCohesionBanner(
  threshold: number,
  shownBelow: number,
  namesOf: () => readonly string[],
): BuilderBanner | null {
  if (threshold > LOW_COHESION_PERCENT || shownBelow === 0) return null;
  return {
    kind: "lowCohesion",
    severity: "warning",
    text: message("builder.lowCohesion"),
    count: shownBelow,
    names: namesOf(),
  };
}
