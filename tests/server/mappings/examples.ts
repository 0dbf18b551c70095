/** Example inputs of the calls of field mappings: each needs a system. */
import * as calls from "#events/calls/mappings.ts";
import type { Mapping } from "#events/entities/mapping.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";
import { inboundDraft, outboundDraft } from "./support.ts";

async function begin({ api, browser, clientId }: Place, isManual = false) {
  if (isManual) {
    await api.app.services.db
      .updateTable("clients")
      .set({ limit_self_certified: null })
      .where("id", "=", clientId)
      .execute();
  }
  const { resourceId, version } = await addSystem(
    browser,
    clientId,
    isManual ? { connectorId: MANUAL_ID, kind: "manual" } : {},
  );
  return { params: { clientId, resourceId }, path: pathOf(clientId, resourceId), version };
}

const draft = inboundDraft("account/mail", "email");

async function beginMapping(place: Place) {
  const { params, path, version } = await begin(place);
  const created = await place.browser.post(`${path}/mappings`, { mapping: draft, version });
  const saved = created.json() as { mapping: Mapping; version: number };
  return { params: { ...params, mappingId: saved.mapping.id }, version: saved.version };
}

async function beginPreview(place: Place) {
  const { params, path } = await begin(place);
  const body = { direction: "inbound", mapping: null, mappingId: null };
  const { id: previewId } = (await place.browser.post(`${path}/mapping-previews`, body)).json() as {
    id: string;
  };
  return { params: { ...params, previewId } };
}

export const examples: readonly Example[] = [
  example(calls.listMappings, async (place) => ({ params: (await begin(place)).params })),
  example(calls.createMapping, async (place) => {
    const { params, version } = await begin(place);
    return { params, body: { mapping: draft, version } };
  }),
  example(calls.updateMapping, async (place) => {
    const { params, version } = await beginMapping(place);
    return { params, body: { mapping: { ...draft, strength: "weak" as const }, version } };
  }),
  example(calls.deleteMapping, async (place) => {
    const { params, version } = await beginMapping(place);
    return { params, body: { version } };
  }),
  example(calls.listSelfCertifiedMappings, async (place) => ({
    params: (await begin(place, true)).params,
  })),
  example(calls.saveSelfCertifiedMappings, async (place) => {
    const { params, version } = await begin(place, true);
    return { params, body: { mappings: [outboundDraft("username", "account/login")], version } };
  }),
  example(calls.getResourceSchema, async (place) => ({ params: (await begin(place)).params })),
  example(calls.previewMappings, async (place) => ({
    params: (await begin(place)).params,
    body: { direction: "inbound" as const, mapping: draft, mappingId: null, contains: "" },
  })),
  example(calls.generatePreview, async (place) => ({
    params: (await begin(place)).params,
    body: { direction: "inbound" as const, mapping: draft, mappingId: null },
  })),
  example(calls.getLatestPreview, async (place) => ({
    params: (await begin(place)).params,
    query: { direction: "in" as const },
  })),
  example(calls.listPreviewObjects, beginPreview),
  example(calls.patchPreview, async (place) => ({
    ...(await beginPreview(place)),
    body: [{ op: "replace" as const, path: "/status", value: "cancelled" }],
  })),
  example(calls.suggestMappings, async (place) => ({
    params: (await begin(place)).params,
    query: { direction: "inbound" as const },
  })),
  example(calls.checkCode, async (place) => ({
    params: (await begin(place)).params,
    body: { direction: "inbound" as const, mappingType: "CUSTOM" as const, code: "account.mail" },
  })),
];
