/** Example inputs of the calls of connected systems: each needs a system in a certain state. */
import { randomUUID } from "node:crypto";
import * as connectorCalls from "#events/calls/connectors.ts";
import * as excludedCalls from "#events/calls/excludedAccounts.ts";
import * as runCalls from "#events/calls/systemRuns.ts";
import * as taskCalls from "#events/calls/systemTasks.ts";
import * as userCalls from "#events/calls/systemUsers.ts";
import * as calls from "#events/calls/systems.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { RunStatus } from "#events/entities/systemRun.ts";
import { DEFAULT_ACTIVATION, type SystemDeletion } from "#events/entities/systemConfiguration.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";
import { GOOD_CODE, OAUTH_ID } from "../support/oauthConnector.ts";
import { createUser } from "../users/support.ts";
import { addSystem, configureCsv, MANUAL_ID, newSystem, pathOf, PEOPLE } from "./support.ts";

/** A system of its own for each example. */
async function begin({ browser, clientId }: Place, isConfigured = false) {
  const { resourceId } = await addSystem(browser, clientId);
  const path = pathOf(clientId, resourceId);
  if (isConfigured) await configureCsv(browser, path);
  const { version } = (await browser.get(`${path}/system`)).json() as { version: number };
  return { params: { clientId, resourceId }, path, version };
}

async function beginOauth(place: Place) {
  const { browser, clientId } = place;
  await place.api.app.services.db
    .updateTable("clients")
    .set({ limit_api: null })
    .where("id", "=", clientId)
    .execute();
  const { resourceId } = await addSystem(browser, clientId, { connectorId: OAUTH_ID, kind: "api" });
  return { params: { clientId, resourceId }, path: pathOf(clientId, resourceId) };
}

const { configuration: _configuration, mappings: _mappings, ...IMPORT_SETTINGS } = DEFAULT_SETTINGS;

const TASK = { action: "remove" as const, account: "ann", note: "She left" };

/** A self-certified system, and one of its tasks. */
async function beginTask({ browser, clientId, api }: Place) {
  await api.app.services.db
    .updateTable("clients")
    .set({ limit_self_certified: null })
    .where("id", "=", clientId)
    .execute();
  const manual = { connectorId: MANUAL_ID, kind: "manual" };
  const { resourceId } = await addSystem(browser, clientId, manual);
  const params = { clientId, resourceId };
  const added = await browser.post(`${pathOf(clientId, resourceId)}/tasks`, TASK);
  const { id: taskId } = added.json() as { id: string };
  return { params, taskParams: { ...params, taskId } };
}

const ofSystem = async (place: Place) => ({ params: (await begin(place)).params });

/** A run of a published system. */
async function beginRun(place: Place, status: RunStatus) {
  const { params, path, version } = await begin(place, true);
  await place.browser.post(`${path}/publication`, { version });
  const oid = randomUUID();
  const at = new Date("2026-03-01T09:00:00Z");
  await place.api.app.services.db
    .insertInto("system_runs")
    .values({
      client_id: params.clientId,
      resource_id: params.resourceId,
      oid,
      no: 1,
      kind: "full",
      status,
      scheduled: false,
      actor: "Ann",
      created_at: at,
      due_at: at,
      hash: PLAN_HASH,
    })
    .execute();
  return { params: { ...params, oid } };
}

const PLAN_HASH = "0".repeat(64);

/** A system, and a user who does not have it. */
async function beginUser(place: Place) {
  const { params, path } = await begin(place);
  const user = await createUser(place.browser, `/api/clients/${place.clientId}/users`);
  return { params, path, user };
}

export const examples: readonly Example[] = [
  example(excludedCalls.listExcludedAccounts, ofSystem),
  example(excludedCalls.previewExclusion, async (place) => ({
    ...(await ofSystem(place)),
    query: { pattern: "svc-*" },
  })),
  example(userCalls.listResourceUsers, ofSystem),
  example(userCalls.assignResource, async (place) => {
    const { params, user } = await beginUser(place);
    return { params, body: { username: user.username } };
  }),
  example(userCalls.unassignResource, async (place) => {
    const { params, path, user } = await beginUser(place);
    await place.browser.post(`${path}/users`, { username: user.username });
    return { params: { ...params, userId: user.id } };
  }),
  example(runCalls.startRun, async (place) => {
    const { params, path, version } = await begin(place, true);
    await place.browser.post(`${path}/publication`, { version });
    return { params, body: { kind: "full" as const } };
  }),
  example(runCalls.listRuns, ofSystem),
  example(runCalls.getRun, (place) => beginRun(place, "done")),
  example(runCalls.listRunEntries, (place) => beginRun(place, "done")),
  example(runCalls.listPlannedPeople, (place) => beginRun(place, "planned")),
  example(runCalls.listRunDepartments, (place) => beginRun(place, "done")),
  example(runCalls.approveRun, async (place) => ({
    ...(await beginRun(place, "planned")),
    body: { hash: PLAN_HASH },
  })),
  example(runCalls.rejectRun, (place) => beginRun(place, "planned")),
  example(runCalls.cancelRun, (place) => beginRun(place, "waiting")),
  example(runCalls.abandonRun, async (place) => {
    const begun = await beginRun(place, "applying");
    const applied = {
      no: 5,
      orphaned: 0,
      rejected: 0,
      reasons: [],
      problem: { code: "gaveUp", step: null, detail: "" },
    } as const;
    await place.api.app.services.db
      .updateTable("system_runs")
      .set({ progress: applied.no, applied: JSON.stringify(applied) })
      .where("oid", "=", begun.params.oid)
      .execute();
    return begun;
  }),
  example(runCalls.undoRun, (place) => beginRun(place, "done")),
  example(calls.createSystem, () => ({ body: { ...newSystem(), kind: "export" as const } })),
  example(calls.getSystem, ofSystem),
  example(calls.saveSystemSetup, async (place) => {
    const { params, version } = await begin(place);
    const { name } = newSystem();
    return { params, body: { name, description: "Text", ownerId: null, version } };
  }),
  example(calls.getConfiguration, ofSystem),
  example(calls.getFileFormat, async (place) => ({ ...(await ofSystem(place)), query: {} })),
  example(calls.saveConfiguration, async (place) => {
    const { params, version, path } = await begin(place, true);
    const { values } = (await place.browser.get(`${path}/configuration`)).json() as {
      values: { fieldId: string; value: string | null }[];
    };
    const set = values.flatMap(({ fieldId, value }) =>
      value === null ? [] : [{ fieldId, value }],
    );
    return { params, body: { values: set, secrets: [], version } };
  }),
  example(calls.announceFile, async (place) => ({
    ...(await ofSystem(place)),
    body: { name: "people.csv", size: PEOPLE.length },
  })),
  example(calls.addFilePart, async (place) => {
    const { params, path } = await begin(place);
    const body = { name: "people.csv", size: PEOPLE.length };
    const { id: fileId } = (await place.browser.post(`${path}/files`, body)).json() as {
      id: string;
    };
    return {
      params: { ...params, fileId },
      body: { part: 0, content: PEOPLE.toString("base64") },
    };
  }),
  example(calls.testIntegration, async (place) => ({ params: (await begin(place, true)).params })),
  example(calls.listObjectClasses, ofSystem),
  example(calls.refreshSystem, async (place) => ({ params: (await begin(place, true)).params })),
  example(calls.getImportSettings, ofSystem),
  example(calls.saveImportSettings, async (place) => {
    const { params, version } = await begin(place);
    return { params, body: { settings: { ...IMPORT_SETTINGS, graceDays: 7 }, version } };
  }),
  example(calls.getPublication, ofSystem),
  example(calls.publishSystem, async (place) => {
    const { params, version } = await begin(place, true);
    return { params, body: { version } };
  }),
  example(calls.confirmIntegration, async (place) => {
    const { params, path, version } = await begin(place, true);
    await place.browser.post(`${path}/test`);
    const published = await place.browser.post(`${path}/publication`, { version });
    return { params, body: { version: published.json().version } };
  }),
  example(calls.pauseSystem, async (place) => {
    const { params, version } = await begin(place);
    return { params, body: { paused: true, version } };
  }),
  example(calls.getActivationSettings, ofSystem),
  example(calls.saveActivationSettings, async (place) => {
    const { params, version } = await begin(place);
    return { params, body: { settings: { ...DEFAULT_ACTIVATION, afterDays: 3 }, version } };
  }),
  example(calls.previewSystemDeletion, ofSystem),
  example(calls.deleteSystem, async (place) => {
    const { params, path } = await begin(place);
    const { fingerprint } = (await place.browser.get(`${path}/deletion`)).json() as SystemDeletion;
    return { params, body: { fingerprint, removesGrants: false } };
  }),
  ...[
    connectorCalls.getConnector,
    connectorCalls.listConnectorFields,
    connectorCalls.listConnectorFieldGroups,
    connectorCalls.listConnectorOptions,
  ].map(({ name }) => ({ call: name, make: async () => ({ params: { connectorId: "1" } }) })),
  example(connectorCalls.listConnectorsByTag, () => ({ params: { tag: "file" as const } })),
  example(taskCalls.listTasks, ofSystem),
  example(taskCalls.createTask, async (place) => ({
    params: (await beginTask(place)).params,
    body: TASK,
  })),
  ...[taskCalls.attestTask, taskCalls.withdrawTask].map((call) =>
    example(call, async (place) => ({ params: (await beginTask(place)).taskParams })),
  ),
  example(connectorCalls.authorizeConnector, async (place) => ({
    params: (await beginOauth(place)).params,
  })),
  example(connectorCalls.finishAuthorization, async (place) => {
    const { params, path } = await beginOauth(place);
    const { url } = (await place.browser.post(`${path}/authorize`)).json() as { url: string };
    const state = new URL(url).searchParams.get("state") ?? "";
    return { params, body: { state, code: GOOD_CODE } };
  }),
];
