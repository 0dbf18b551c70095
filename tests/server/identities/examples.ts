/** Inputs of views: one has to be saved before it is deleted, and its query has a pattern. */
import { randomUUID } from "node:crypto";
import * as calls from "#events/calls/identities.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";

const newView = () => ({ name: `View ${randomUUID()}`, query: "?show=withAccounts" });

async function savedView({ clientId, browser }: Place): Promise<string> {
  const url = fillEndpoint(calls.saveIdentityView.endpoint, { clientId });
  return (await browser.post(url, newView())).json().id;
}

export const examples: readonly Example[] = [
  example(calls.saveIdentityView, async () => ({ body: newView() })),
  example(calls.deleteIdentityView, async (place) => ({
    params: { clientId: place.clientId, viewId: await savedView(place) },
  })),
];
