/** Which entitlements the rules of the import settings would leave out. */
import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { EntitlementRules, RulesPreview } from "#events/entities/entitlementReview.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { leavingOut, loadNames, loadRules, requireResource } from "./reviews.ts";

const SAMPLE = 10;
/** Number of names that are compared before the event loop handles other calls. */
const SLICE = 500;

/** @throws ApiError ENOTFOUND if the client has no such resource. */
export async function previewRules(
  db: Kysely<Database>,
  place: SystemPlace,
  { included, excluded }: EntitlementRules,
): Promise<RulesPreview> {
  await requireResource(db, place);
  const wasLeftOut = leavingOut(await loadRules(db, place));
  const isLeftOut = leavingOut({
    includedEntitlements: trimmed(included),
    excludedEntitlements: trimmed(excluded),
  });
  const names = await loadNames(db, place);
  const dropped: string[] = [];
  const returning: string[] = [];
  let coveredCount = 0;
  for (const [at, entitlement] of names.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    const isCovered = !isLeftOut(entitlement);
    const wasCovered = !wasLeftOut(entitlement);
    if (isCovered) coveredCount += 1;
    if (wasCovered && !isCovered) dropped.push(entitlement.shownName);
    if (isCovered && !wasCovered) returning.push(entitlement.shownName);
  }
  return {
    entitlementCount: names.length,
    coveredCount,
    droppedCount: dropped.length,
    dropped: dropped.slice(0, SAMPLE),
    returningCount: returning.length,
    returning: returning.slice(0, SAMPLE),
  };
}

const trimmed = (patterns: readonly string[]) =>
  patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
