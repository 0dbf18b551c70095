/** Inputs of people and views: one has to be created before it is changed, and the texts have patterns. */
import { randomUUID } from "node:crypto";
import * as calls from "#events/calls/identities.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

const newView = () => ({ name: `View ${randomUUID()}`, query: "?show=withAccounts" });

async function savedView({ clientId, browser }: Place): Promise<string> {
  const url = fillEndpoint(calls.saveIdentityView.endpoint, { clientId });
  return (await browser.post(url, newView())).json().id;
}

const newPerson = (externalId: string) => ({
  externalId,
  givenName: "",
  familyName: "By Hand",
  username: "",
  email: "",
  jobTitle: "",
  department: "",
  location: "",
  manager: "",
});

async function paramsOfPerson({ clientId, browser }: Place) {
  const url = fillEndpoint(calls.createIdentity.endpoint, { clientId });
  const { oid } = (await browser.post(url, newPerson(randomUUID()))).json();
  return { clientId, identityOid: oid };
}

export const examples: readonly Example[] = [
  example(calls.saveIdentityView, async () => ({ body: newView() })),
  example(calls.deleteIdentityView, async (place) => ({
    params: { clientId: place.clientId, viewId: await savedView(place) },
  })),
  example(calls.createIdentity, async () => ({ body: newPerson(randomUUID()) })),
  example(calls.updateIdentity, async (place) => {
    const { externalId: _id, ...draft } = newPerson("");
    return { params: await paramsOfPerson(place), body: { version: 1, ...draft } };
  }),
  example(calls.endIdentity, async (place) => ({
    params: await paramsOfPerson(place),
    body: { version: 1 },
  })),
];
