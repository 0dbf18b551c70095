/** Example inputs of the policy calls: they need roles, which no call lists. */
import { deleteInducement, induce } from "#events/calls/orgs.ts";
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

export const examples: readonly Example[] = [
  example(induce, async (place) => ({ body: [await roleOid(place)] })),
  example(deleteInducement, async (place) => {
    const { browser, clientId } = place;
    const orgs = `/api/clients/${clientId}/mp-orgs`;
    const { oid } = (await browser.get(orgs)).json()._embedded.orgs[0];
    await browser.post(`${orgs}/${oid}/induce`, [await roleOid(place)]);
    const policy = (await browser.get(`${orgs}/${oid}/inducements`)).json()._embedded;
    return { params: { clientId, oid, inducementId: policy.inducements[0].id } };
  }),
];
