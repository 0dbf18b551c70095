/** An OpenLDAP directory from the catalogue to Live. */
import { SUFFIX, type Slapd } from "../tests/server/support/slapd.ts";
import { SystemJourney } from "./support/connectSystem.ts";
import { configureSlapd, slapd } from "./support/slapd.ts";
import { test as base } from "./support/test.ts";

const test = base.extend<{ readonly slapd: Slapd }>({ slapd });

test.use({ serverOf: "systems" });

test("[CONN-2] [RES-15] an administrator connects an LDAP directory @once", async ({
  signedIn: page,
  slapd,
}) => {
  const journey = new SystemJourney(page, "Branch directory");
  await test.step("configures an encrypted connection", async () => {
    await journey.add("LDAP directory");
    await configureSlapd(journey, slapd, "staff");
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
});
