/** Example inputs of the review of entitlements: each needs entitlements of a resource. */
import * as calls from "#events/calls/entitlements.ts";
import type { EntitlementMerge, SavedEntitlement } from "#events/entities/entitlementReview.ts";
import { example, type Example, type Place } from "../../calls/inputs.ts";
import { addSystem, pathOf } from "../support.ts";

const REVIEW = { displayName: null, description: "", ownerId: null, position: null };

/** A system of its own with interim entitlements. */
async function begin({ browser, clientId }: Place, names: readonly string[]) {
  const { resourceId } = await addSystem(browser, clientId);
  const path = `${pathOf(clientId, resourceId)}/entitlements`;
  const ids: string[] = [];
  for (const name of names) {
    const created = await browser.post(path, { name, ...REVIEW });
    ids.push(created.json<SavedEntitlement>().entitlement.id);
  }
  const [entitlementId = "", mergedId = ""] = ids;
  return { params: { clientId, resourceId }, path, entitlementId, mergedId };
}

const ofResource = async (place: Place) => ({ params: (await begin(place, ["Read"])).params });

export const examples: readonly Example[] = [
  example(calls.getEntitlements, ofResource),
  example(calls.refreshEntitlements, ofResource),
  example(calls.listDuplicates, ofResource),
  example(calls.previewRules, async (place) => ({
    ...(await ofResource(place)),
    body: { included: ["R*"], excluded: ["TMP-*"] },
  })),
  example(calls.createEntitlement, async (place) => ({
    ...(await ofResource(place)),
    body: { name: "Write", ...REVIEW },
  })),
  example(calls.updateEntitlement, async (place) => {
    const { params, entitlementId } = await begin(place, ["Read"]);
    const body = { ...REVIEW, displayName: "Reading", excluded: false, version: 1 };
    return { params: { ...params, entitlementId }, body };
  }),
  example(calls.deleteEntitlement, async (place) => {
    const { params, entitlementId } = await begin(place, ["Read"]);
    return { params: { ...params, entitlementId } };
  }),
  example(calls.previewMerge, async (place) => {
    const { params, entitlementId, mergedId } = await begin(place, ["Read", "read"]);
    return { params: { ...params, entitlementId }, query: { mergedIds: mergedId } };
  }),
  example(calls.mergeEntitlements, async (place) => {
    const { params, path, entitlementId, mergedId } = await begin(place, ["Read", "read"]);
    const preview = await place.browser.get(`${path}/${entitlementId}/merge?mergedIds=${mergedId}`);
    const { fingerprint } = preview.json() as EntitlementMerge;
    return { params: { ...params, entitlementId }, body: { mergedIds: [mergedId], fingerprint } };
  }),
];
