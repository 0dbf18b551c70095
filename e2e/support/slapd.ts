/** A private OpenLDAP server for a journey, and the configuration with which Provision reads its accounts. */
import type { TestFixture } from "@playwright/test";
import { hasSlapd } from "../../tests/server/support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, type Slapd } from "../../tests/server/support/slapd.ts";
import type { SystemJourney } from "./connectSystem.ts";

const ENTRIES = `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,${SUFFIX}
objectClass: organizationalUnit
ou: people

dn: uid=ada,ou=people,${SUFFIX}
objectClass: inetOrgPerson
uid: ada
cn: Ada
sn: Lovelace
mail: ada@harborvale.example

dn: uid=grace,ou=people,${SUFFIX}
objectClass: inetOrgPerson
uid: grace
cn: Grace
sn: Hopper
mail: grace@harborvale.example

dn: cn=tellers,${SUFFIX}
objectClass: groupOfNames
cn: tellers
member: uid=ada,ou=people,${SUFFIX}
`;

/** A fixture. Without slapd it skips the journey, or fails it where slapd is required. */
// oxlint-disable-next-line no-empty-pattern -- Playwright accepts nothing else for a fixture that needs no other
export const slapd: TestFixture<Slapd, object> = async ({}, use, testInfo) => {
  testInfo.skip(!hasSlapd(), "There is no slapd on this system");
  const server = await startSlapd(ENTRIES);
  await use(server);
  await server.stop();
};

/**
 * Configures the connection on the open configuration, and saves it.
 *
 * @param unit the organizational unit of the accounts; the server has people.
 */
export async function configureSlapd(
  journey: SystemJourney,
  { securePort, authority }: Slapd,
  unit = "people",
): Promise<void> {
  await journey.fill({
    Host: "127.0.0.1",
    Port: String(securePort),
    "Certificate of the authority": authority,
    "Sign in as": ROOT.dn,
    "Search base of accounts": `ou=${unit},${SUFFIX}`,
    "Search base of groups": SUFFIX,
  });
  await journey.page.getByLabel("Password", { exact: true }).fill(ROOT.password);
  await journey.save();
}
