/** Inputs of cases: a finding must be true, which a schema cannot express. */
import { randomUUID } from "node:crypto";
import * as calls from "#events/calls/cases.ts";
import type { NewCase } from "#events/entities/case.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

/** An orphaned account of its own, because a finding has at most one open case. */
async function newCase({ api, clientId }: Place): Promise<NewCase> {
  const { db } = api.app.services;
  const { id: resourceId } = await db
    .selectFrom("resources")
    .select("id")
    .where("client_id", "=", clientId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto("accounts")
    .values({
      client_id: clientId,
      id,
      resource_id: resourceId,
      name: `orphan-${id}`,
      identity_oid: null,
    })
    .execute();
  return {
    kind: "orphanedAccount",
    identityOid: null,
    roleOid: null,
    accountId: id,
    ownerId: null,
    dueOn: null,
    comment: "",
  };
}

async function paramsOf(place: Place) {
  const url = fillEndpoint(calls.openCase.endpoint, { clientId: place.clientId });
  const { id } = (await place.browser.post(url, await newCase(place))).json();
  return { clientId: place.clientId, caseId: id };
}

export const examples: readonly Example[] = [
  example(calls.openCase, async (place) => ({ body: await newCase(place) })),
  example(calls.getCase, async (place) => ({ params: await paramsOf(place) })),
  example(calls.updateCase, async (place) => ({
    params: await paramsOf(place),
    body: { version: 1, state: "inProgress" as const, ownerId: null, dueOn: "2026-12-01" },
  })),
  example(calls.changeCases, async (place) => {
    const { caseId } = await paramsOf(place);
    return {
      body: { all: false, ids: [caseId], filters: {}, change: { state: "resolved" as const } },
    };
  }),
  example(calls.addCaseComment, async (place) => ({
    params: await paramsOf(place),
    body: { text: "A comment" },
  })),
];
