/** A server that is killed while it writes approved changes to a SCIM service. */
import { openScimmy, TOKEN } from "../server/connectors/scim/scimmy.ts";
import { outboundDraft } from "../server/mappings/support.ts";
import { scimmySystem } from "../server/provisioning/liveServices.ts";
import { startKillGate } from "./support/killGate.ts";
import { testKillsWhileProvisioning } from "./support/provisioningKills.ts";

interface User {
  readonly id: string;
  readonly userName: string;
  readonly displayName?: string;
}

testKillsWhileProvisioning("a SCIM service", async (onMoment) => {
  const scimmy = await openScimmy();
  const gate = await startKillGate(scimmy.url, onMoment);
  const users = async () => {
    const answer = await fetch(`${scimmy.url}/Users?count=100`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    return ((await answer.json()) as { Resources: readonly User[] }).Resources;
  };
  return {
    system: {
      ...scimmySystem(gate.url),
      mappings: [
        outboundDraft("username", "User/userName"),
        outboundDraft("givenName", "User/displayName"),
      ],
    },
    nameAttribute: "displayName",
    writes: async () => {
      const names = new Map((await users()).map(({ id, userName }) => [id, userName]));
      return gate.writes.map(({ method, path, status, sent }) => {
        const id = decodeURIComponent(path.split("/").at(-1) ?? "");
        const name = method === "POST" ? (JSON.parse(sent) as User).userName : names.get(id);
        return status < 300 && name !== undefined ? name : `${method} ${path}: ${status}`;
      });
    },
    accounts: async () =>
      (await users()).map(({ userName, displayName = "" }) => [userName, displayName] as const),
    close: async () => {
      gate.close();
      scimmy.close();
    },
  };
});
