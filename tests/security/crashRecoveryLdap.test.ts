/** A server that is killed while it writes approved changes to OpenLDAP. */
import { describe } from "vitest";
import { Client } from "ldapts";
import { outboundDraft } from "../server/mappings/support.ts";
import { openldapSystem } from "../server/provisioning/liveServices.ts";
import { hasSlapd } from "../server/support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, treeLdif } from "../server/support/slapd.ts";
import { ldapConversation } from "./support/ldapMessages.ts";
import { testKillsWhileProvisioning } from "./support/provisioningKills.ts";
import { startWriteGate } from "./support/writeGate.ts";

const PERSON = "inetOrgPerson";
const PEOPLE = `ou=people,${SUFFIX}`;

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  testKillsWhileProvisioning("an LDAP directory", async (onMoment) => {
    const slapd = await startSlapd(treeLdif(["people"]));
    const written: string[] = [];
    const converse = () => ldapConversation((dn) => written.push(dn));
    const gate = await startWriteGate(slapd.port, converse, onMoment);
    return {
      system: {
        ...openldapSystem(gate.port, { baseDn: PEOPLE }),
        mappings: [
          outboundDraft("username", `${PERSON}/uid`),
          outboundDraft("username", `${PERSON}/sn`),
          outboundDraft("givenName", `${PERSON}/cn`, { tolerant: false }),
        ],
      },
      nameAttribute: "cn",
      writes: async () => written.map((dn) => /^uid=([^,]+),/i.exec(dn)?.[1] ?? dn),
      accounts: async () => {
        const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
        await client.bind(ROOT.dn, ROOT.password);
        const { searchEntries } = await client.search(PEOPLE, {
          filter: `(objectClass=${PERSON})`,
        });
        await client.unbind();
        return searchEntries.map(({ uid, cn }) => [String(uid), String(cn)] as const);
      },
      close: async () => {
        gate.close();
        await slapd.stop();
      },
    };
  });
});
