/** Example inputs of the calls of onboarding: a mail needs a confirmed system and an owner with an address. */
import { completeEmail } from "#events/calls/onboarding.ts";
import { example, type Example } from "../calls/inputs.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";

export const examples: readonly Example[] = [
  example(completeEmail, async ({ api, browser, clientId }) => {
    const { db } = api.app.services;
    await db.updateTable("clients").set({ limit_self_certified: null }).execute();
    await db.updateTable("users").set({ email: "owner@example.com" }).execute();
    const system = await addSystem(browser, clientId, { connectorId: MANUAL_ID, kind: "manual" });
    const path = pathOf(clientId, system.id);
    const published = await browser.post(`${path}/publication`, { version: system.version });
    const { version } = published.json() as { version: number };
    await browser.post(`${path}/confirmation`, { version });
    return { params: { clientId }, body: { resources: [system.id] } };
  }),
];
