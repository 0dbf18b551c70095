/** Inputs of calls about access roles: a role has to exist, and its name is taken once. */
import { randomUUID } from "node:crypto";
import * as calls from "#events/calls/accessRoles.ts";
import type { AccessRole } from "#events/entities/accessRole.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

async function contentOf({ api, clientId }: Place) {
  const entitlements = await api.app.services.db
    .selectFrom("entitlements")
    .select("role_oid")
    .where("client_id", "=", clientId)
    .orderBy("no")
    .limit(2)
    .execute();
  return {
    name: `Role ${randomUUID()}`,
    description: "An example",
    resourceOid: null,
    entitlementOids: entitlements.map(({ role_oid }) => role_oid),
    ownerOids: [],
  };
}

/** A role that exists. */
export async function someRole(place: Place): Promise<AccessRole> {
  const { browser, clientId } = place;
  const url = fillEndpoint(calls.createRole.endpoint, { clientId });
  return (await browser.post(url, await contentOf(place))).json();
}

const paramsOf = ({ clientId }: Place, { oid }: AccessRole) => ({ clientId, roleOid: oid });

/** A person and a role that the person has. */
async function assigned(place: Place) {
  const role = await someRole(place);
  const { browser, clientId } = place;
  const { identities } = (await browser.get(`/api/clients/${clientId}/identities`)).json()
    ._embedded;
  const params = { ...paramsOf(place, role), subjectOid: String(identities[0].oid) };
  await browser.send("PUT", fillEndpoint(calls.grantRole.endpoint, params), {
    body: { kind: "person", validFrom: null, validUntil: null, expected: null },
  });
  return params;
}

const UNLIMITED = { validFrom: null, validUntil: null };

const FILE = Buffer.from("role,resource,entitlement\r\nExample,,\r\n").toString("base64");

export const examples: readonly Example[] = [
  example(calls.listRoleEntitlements, async (place) => ({
    query: { roleOid: (await someRole(place)).oid },
  })),
  example(calls.checkRoleFile, () => ({ body: { content: FILE } })),
  example(calls.applyRoleFile, async ({ browser, clientId }) => {
    const url = fillEndpoint(calls.checkRoleFile.endpoint, { clientId });
    const { fingerprint } = (await browser.post(url, { content: FILE })).json().preview;
    return { body: { content: FILE, fingerprint } };
  }),
  example(calls.listRoles, () => ({ query: { resourceOids: "default", contains: "Role" } })),
  example(calls.createRole, async (place) => ({ body: await contentOf(place) })),
  example(calls.getRolesByOid, async (place) => ({
    query: { oids: (await someRole(place)).oid },
  })),
  example(calls.getAccessPolicyRoles, () => ({ query: {} })),
  example(calls.getRole, async (place) => ({ params: paramsOf(place, await someRole(place)) })),
  example(calls.updateRole, async (place) => {
    const role = await someRole(place);
    const { version } = role;
    return { params: paramsOf(place, role), body: { ...(await contentOf(place)), version } };
  }),
  example(calls.copyRole, async (place) => ({
    params: paramsOf(place, await someRole(place)),
    body: { name: `Copy ${randomUUID()}` },
  })),
  example(calls.archiveRole, async (place) => {
    const role = await someRole(place);
    const { version } = role;
    return { params: paramsOf(place, role), body: { status: "archived" as const, version } };
  }),
  example(calls.deleteRole, async (place) => {
    const role = await someRole(place);
    return { params: paramsOf(place, role), query: { version: role.version } };
  }),
  example(calls.listRoleHolders, async (place) => ({
    params: paramsOf(place, await someRole(place)),
  })),
  example(calls.listRoleOrgs, async (place) => ({
    params: paramsOf(place, await someRole(place)),
  })),
  example(calls.listRoleVersions, async (place) => ({
    params: paramsOf(place, await someRole(place)),
  })),
  example(calls.grantRole, async (place) => ({
    params: await assigned(place),
    body: {
      kind: "person" as const,
      validFrom: null,
      validUntil: "2027-01-01T00:00:00.000Z",
      expected: UNLIMITED,
    },
  })),
  example(calls.getGrant, async (place) => ({
    params: await assigned(place),
    query: { kind: "person" as const },
  })),
  example(calls.revokeRole, async (place) => ({
    params: await assigned(place),
    query: { kind: "person" as const },
  })),
  example(calls.restoreRole, async (place) => {
    const role = await someRole(place);
    const { version } = role;
    return { params: paramsOf(place, role), body: { restored: 1, version } };
  }),
  example(calls.previewRestoration, async (place) => ({
    params: paramsOf(place, await someRole(place)),
    body: { restored: 1 },
  })),
  example(calls.previewRole, async (place) => ({
    params: paramsOf(place, await someRole(place)),
    body: { entitlementOids: [] },
  })),
];
