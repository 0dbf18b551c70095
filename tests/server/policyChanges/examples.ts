/** Inputs of changes of policies: a change has to be made before it is undone. */
import { randomUUID } from "node:crypto";
import * as calls from "#events/calls/policyChanges.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

async function firstEntitlement({ api, clientId }: Place, resourceId?: string) {
  let ofClient = api.app.services.db
    .selectFrom("entitlements")
    .select(["role_oid", "resource_id"])
    .where("client_id", "=", clientId);
  if (resourceId) ofClient = ofClient.where("resource_id", "=", resourceId);
  return ofClient.orderBy("no").executeTakeFirstOrThrow();
}

async function firstOrg({ browser, clientId }: Place): Promise<string> {
  const reply = await browser.get(`/api/clients/${clientId}/mp-orgs`);
  return reply.json()._embedded.orgs[0].oid;
}

async function requestOf(place: Place, roleOid: string) {
  return {
    orgs: { all: false, oids: [await firstOrg(place)] },
    operation: "add" as const,
    roles: { all: false, oids: [roleOid] },
  };
}

/** The change with the fingerprint of its preview. */
async function confirmed(place: Place, roleOid: string, previewUrl: string) {
  const request = await requestOf(place, roleOid);
  const { fingerprint } = (await place.browser.post(previewUrl, request)).json();
  return { ...request, id: randomUUID(), fingerprint };
}

/** A change that is made. */
async function made(place: Place): Promise<string> {
  const { clientId, browser } = place;
  const { role_oid } = await firstEntitlement(place);
  const url = fillEndpoint(calls.bulkUpdate.endpoint, { clientId });
  const body = await confirmed(place, role_oid, `${url}/preview`);
  return (await browser.post(url, body)).json().id;
}

/** A change that is previewed. */
async function previewed(place: Place): Promise<string> {
  const { clientId, browser } = place;
  const { role_oid } = await firstEntitlement(place);
  const url = fillEndpoint(calls.previewBulkUpdate.endpoint, { clientId });
  return (await browser.post(url, await requestOf(place, role_oid))).json().changeId;
}

/** A file that gives the first org the first entitlement for a period, in Base64. */
async function fileOf(place: Place): Promise<string> {
  const { role_oid } = await firstEntitlement(place);
  const header = "org,resource,entitlement,orgOid,roleOid,valid_from,valid_until";
  const line = `,,,${await firstOrg(place)},${role_oid},,2030-03-31`;
  return Buffer.from(`${header}\n${line}\n`).toString("base64");
}

export const examples: readonly Example[] = [
  example(calls.previewBulkUpdate, async (place) => {
    const { role_oid } = await firstEntitlement(place);
    return { body: await requestOf(place, role_oid) };
  }),
  example(calls.bulkUpdate, async (place) => {
    const { clientId } = place;
    const { role_oid } = await firstEntitlement(place);
    const url = fillEndpoint(calls.previewBulkUpdate.endpoint, { clientId });
    return { body: await confirmed(place, role_oid, url) };
  }),
  example(calls.previewResourceBulkUpdate, async (place) => {
    const { role_oid, resource_id } = await firstEntitlement(place);
    return {
      params: { clientId: place.clientId, resourceId: resource_id },
      body: await requestOf(place, role_oid),
    };
  }),
  example(calls.resourceBulkUpdate, async (place) => {
    const { clientId } = place;
    const { role_oid, resource_id } = await firstEntitlement(place);
    const params = { clientId, resourceId: resource_id };
    const url = fillEndpoint(calls.previewResourceBulkUpdate.endpoint, params);
    return { params, body: await confirmed(place, role_oid, url) };
  }),
  example(calls.listAffectedPeople, async (place) => ({
    params: { clientId: place.clientId, previewId: await previewed(place) },
  })),
  example(calls.listPolicyLines, async (place) => ({
    params: { clientId: place.clientId, previewId: await previewed(place) },
  })),
  example(calls.listChangeLines, async (place) => ({
    params: { clientId: place.clientId, changeId: await made(place) },
  })),
  example(calls.countChangedPeople, async (place) => ({
    params: { clientId: place.clientId, changeId: await made(place) },
  })),
  example(calls.listChangedPeople, async (place) => ({
    params: { clientId: place.clientId, changeId: await made(place) },
  })),
  example(calls.previewUndo, async (place) => ({
    params: { clientId: place.clientId, changeId: await made(place) },
  })),
  example(calls.checkPolicyFile, async (place) => ({ body: { content: await fileOf(place) } })),
  example(calls.applyPolicyFile, async (place) => {
    const { clientId, browser } = place;
    const content = await fileOf(place);
    const url = fillEndpoint(calls.checkPolicyFile.endpoint, { clientId });
    const { fingerprint } = (await browser.post(url, { content })).json().preview;
    return { body: { content, id: randomUUID(), fingerprint } };
  }),
  example(calls.undoPolicyChange, async (place) => ({
    params: { clientId: place.clientId, changeId: await made(place) },
  })),
];
