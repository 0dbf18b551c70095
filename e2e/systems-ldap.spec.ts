/** An OpenLDAP directory from the catalogue to Live. */
import { findSlapd } from "../tests/server/support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX } from "../tests/server/support/slapd.ts";
import { SystemJourney } from "./support/connectSystem.ts";
import { test } from "./support/test.ts";

const CONTENT = `dn: ${SUFFIX}
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

dn: cn=tellers,${SUFFIX}
objectClass: groupOfNames
cn: tellers
member: uid=ada,ou=people,${SUFFIX}
`;

test.use({ serverOf: "systems" });
test.skip(findSlapd() === null, "There is no slapd on this system");

test("@once [CONN-2] [RES-15] an administrator connects an LDAP directory", async ({
  signedIn: page,
}) => {
  const slapd = await startSlapd(CONTENT);
  try {
    const journey = new SystemJourney(page, "Branch directory");
    await test.step("configures an encrypted connection", async () => {
      await journey.add("LDAP directory");
      await page.getByRole("textbox", { name: "Port" }).fill(String(slapd.securePort));
      await journey.fill({
        Host: "127.0.0.1",
        "Certificate of the authority": slapd.authority,
        "Sign in as": ROOT.dn,
        "Search base of accounts": `ou=staff,${SUFFIX}`,
        "Search base of groups": SUFFIX,
      });
      await page.getByLabel("Password", { exact: true }).fill(ROOT.password);
      await journey.save();
    });
    await test.step("corrects the search base that the test complains of", async () => {
      await journey.test("Failed: Find the accounts");
      await journey.fill({ "Search base of accounts": `ou=people,${SUFFIX}` });
      await journey.save();
      await journey.test();
    });
    await test.step("publishes, imports and confirms it", async () => {
      await journey.publish();
      await journey.import("ada");
      await journey.confirm();
    });
  } finally {
    await slapd.stop();
  }
});
