/** Example inputs of the policy calls: they need roles, which no call lists. */
import { randomUUID } from "node:crypto";
import {
  acceptSuggestions,
  deleteGroup,
  getLastChange,
  listGroups,
  patchOrg,
  previewGrouping,
  suggestGroups,
  undoGroupChange,
  updateGroup,
} from "#events/calls/groupings.ts";
import { deleteInducement, induce, setInducementPeriod } from "#events/calls/orgs.ts";
import type { GroupChange } from "#events/entities/grouping.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

/** The oid of a role that grants an entitlement of the client. */
async function roleOid({ api, clientId }: Place): Promise<string> {
  const { db } = api.app.services;
  const ofClient = db
    .selectFrom("entitlements")
    .select("role_oid")
    .where("client_id", "=", clientId);
  return (await ofClient.orderBy("no").executeTakeFirstOrThrow()).role_oid;
}

/** The params of an entitlement in a policy. */
async function newInducement(place: Place) {
  const { browser, clientId } = place;
  const orgs = `/api/clients/${clientId}/mp-orgs`;
  const { oid } = (await browser.get(orgs)).json()._embedded.orgs[0];
  await browser.post(`${orgs}/${oid}/induce`, [await roleOid(place)]);
  const policy = (await browser.get(`${orgs}/${oid}/inducements`)).json()._embedded;
  return { clientId, oid, inducementId: policy.inducements[0].id };
}

/** A new group at the top level, with the change that made it. */
async function newGroup({ browser, clientId }: Place) {
  const displayName = `Group ${randomUUID()}`;
  const answer = await browser.send("PUT", `/api/mp-orgs/group?clientId=${clientId}`, {
    body: { org: { orgType: "job-titles", displayName }, ids: [], toDelete: [] },
  });
  const { change } = answer.json() as { change: GroupChange };
  return { changeId: change.id, oid: change.group?.oid ?? "" };
}

async function rootOid({ api, clientId }: Place): Promise<string> {
  const root = await api.app.services.db
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("type", "=", "job-titles")
    .where("parent_oid", "is", null)
    .executeTakeFirstOrThrow();
  return root.oid;
}

export const examples: readonly Example[] = [
  example(listGroups, ({ clientId }) => ({
    params: { clientId },
    query: { orgType: "job-titles" as const },
  })),
  example(updateGroup, ({ clientId }) => ({
    query: { clientId },
    body: {
      org: { orgType: "job-titles" as const, displayName: `Group ${randomUUID()}` },
      ids: [],
      toDelete: [],
    },
  })),
  example(deleteGroup, async (place) => {
    const { oid } = await newGroup(place);
    return {
      query: { clientId: place.clientId },
      body: { org: { oid: await rootOid(place) }, oidToDelete: oid, version: 1 },
    };
  }),
  example(patchOrg, async (place) => {
    const { oid } = await newGroup(place);
    return {
      params: { clientId: place.clientId, oid },
      body: [{ op: "replace" as const, path: "/displayName", value: `Group ${randomUUID()}` }],
    };
  }),
  example(previewGrouping, async (place) => ({
    params: { clientId: place.clientId },
    body: { targetOid: await rootOid(place), oids: [] },
  })),
  example(suggestGroups, ({ clientId }) => ({
    params: { clientId },
    query: { orgType: "job-titles" as const },
  })),
  example(acceptSuggestions, ({ clientId }) => ({
    params: { clientId },
    body: {
      orgType: "job-titles" as const,
      groups: [{ name: `Group ${randomUUID()}`, groupOid: null, ids: [] }],
    },
  })),
  example(getLastChange, ({ clientId }) => ({
    params: { clientId },
    query: { orgType: "job-titles" as const },
  })),
  example(undoGroupChange, async (place) => {
    const { changeId } = await newGroup(place);
    return { params: { clientId: place.clientId, changeId } };
  }),
  example(induce, async (place) => ({ body: [await roleOid(place)] })),
  example(setInducementPeriod, async (place) => ({
    params: await newInducement(place),
    body: {
      validFrom: null,
      validUntil: "2030-01-01T00:00:00.000Z",
      expected: { validFrom: null, validUntil: null },
    },
  })),
  example(deleteInducement, async (place) => ({ params: await newInducement(place) })),
];
