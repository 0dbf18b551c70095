/** Inputs of the calls about holders: the role oid of an entitlement is no id of a list before it. */
import * as calls from "#events/calls/access.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

async function placeOf({ browser, clientId }: Place) {
  const base = `/api/clients/${clientId}`;
  const orgs = (await browser.get(`${base}/mp-orgs`)).json()._embedded.orgs;
  const { entitlements } = (await browser.get(`${base}/entitlements`)).json()._embedded;
  return {
    params: { clientId, roleOid: entitlements[0].roleOid },
    query: { orgOid: orgs[0].oid },
  };
}

export const examples: readonly Example[] = [
  example(calls.countHolders, placeOf),
  example(calls.listHolders, placeOf),
];
