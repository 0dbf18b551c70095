/** Example inputs of the calls of provisioning: each needs a confirmed system. */
import { randomUUID } from "node:crypto";
import * as calls from "#events/calls/provisioning.ts";
import type { ProvisionStatus } from "#events/entities/provisioning.ts";
import { readPlanState } from "#server/provisioning/planState.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";

async function begin({ api, browser, clientId }: Place) {
  await api.app.services.db
    .updateTable("clients")
    .set({ limit_self_certified: null })
    .where("id", "=", clientId)
    .execute();
  const manual = { connectorId: MANUAL_ID, kind: "manual" };
  const { resourceId, version } = await addSystem(browser, clientId, manual);
  const path = pathOf(clientId, resourceId);
  await browser.post(`${path}/publication`, { version });
  await api.app.services.db
    .updateTable("connected_systems")
    .set({ confirmed: true })
    .where("resource_id", "=", resourceId)
    .execute();
  return { clientId, resourceId };
}

const AT = new Date("2026-03-01T09:00:00Z");

/** A preview with one change. */
async function beginPreview(place: Place, status: ProvisionStatus) {
  const params = await begin(place);
  const previewId = randomUUID();
  const { db } = place.api.app.services;
  const key = { client_id: params.clientId, resource_id: params.resourceId };
  await db
    .insertInto("provisioning_plans")
    .values({
      ...key,
      id: previewId,
      no: 1,
      status,
      actor_id: randomUUID(),
      actor: "Ann",
      created_at: AT,
      planned_at: AT,
    })
    .execute();
  await db
    .insertInto("provisioning_changes")
    .values({
      ...key,
      plan_id: previewId,
      no: 1,
      kind: "create",
      account: "ann",
      object_class: "account",
      search_key: "ann",
      state: "planned",
    })
    .execute();
  return { params: { ...params, previewId } };
}

/** A preview that nothing has made out of date since. */
async function beginCurrentPreview(place: Place, status: ProvisionStatus) {
  const { params } = await beginPreview(place, status);
  const { db } = place.api.app.services;
  const state = await readPlanState(db, params, { since: AT, now: place.api.clock.now });
  await db
    .updateTable("provisioning_plans")
    .set({ state })
    .where("id", "=", params.previewId)
    .execute();
  return { params };
}

export const examples: readonly Example[] = [
  example(calls.generateProvisionPreview, async (place) => ({ params: await begin(place) })),
  example(calls.getLatestProvisionPreview, async (place) => ({ params: await begin(place) })),
  example(calls.listProvisionObjects, (place) => beginPreview(place, "planned")),
  example(calls.patchProvisionPreview, async (place) => ({
    ...(await beginPreview(place, "planned")),
    body: [{ op: "replace" as const, path: "/objects/1/leftOut", value: true }],
  })),
  example(calls.approveProvisionPreview, async (place) => ({
    ...(await beginCurrentPreview(place, "planned")),
    body: { version: 1 },
  })),
  example(calls.retryProvisionPreview, (place) => beginCurrentPreview(place, "partlyFailed")),
  example(calls.rejectProvisionPreview, (place) => beginPreview(place, "planned")),
];
