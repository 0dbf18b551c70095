/** Approved previews are written to OpenLDAP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import type { Configuration, SystemObject } from "#server/connectors/contract.ts";
import { environment, readAll } from "../connectors/ldap/support.ts";
import { outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { hasSlapd } from "../support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, type Slapd } from "../support/slapd.ts";
import { useLiveSystems } from "./liveSystem.ts";

const PEOPLE = `ou=people,${SUFFIX}`;
const GROUPS = `ou=groups,${SUFFIX}`;
const PERSON = "inetOrgPerson";

const CONTENT = `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS}
objectClass: organizationalUnit
ou: groups

dn: uid=bob,${PEOPLE}
objectClass: inetOrgPerson
uid: bob
cn: Old name
sn: bob

dn: uid=eve,${PEOPLE}
objectClass: inetOrgPerson
uid: eve
cn: Eve
sn: eve

dn: cn=sign,${GROUPS}
objectClass: groupOfNames
cn: sign
member: uid=eve,${PEOPLE}

dn: cn=audit,${GROUPS}
objectClass: groupOfNames
cn: audit
member: cn=nobody,${GROUPS}
member: uid=bob,${PEOPLE}

`;

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  oneDatabase((database) => {
    let slapd: Slapd;
    let values: Configuration;
    const live = useLiveSystems(database);

    beforeAll(async () => {
      slapd = await startSlapd(CONTENT);
      values = {
        vendor: "OPENLDAP",
        host: "127.0.0.1",
        port: slapd.port,
        security: "NONE",
        bindDn: ROOT.dn,
        baseDn: PEOPLE,
        groupBaseDn: GROUPS,
        readGroups: true,
      };
    });
    afterAll(() => slapd.stop());

    /** What the directory has, by name. */
    const content = async () => {
      const connection = await ldapConnector.open(
        { ...values, password: ROOT.password },
        environment(),
      );
      try {
        const classes = await connection.discoverSchema();
        const objects: SystemObject[] = [];
        for (const one of classes) {
          objects.push(...(await readAll(connection.search(one, 100))).objects);
        }
        const names = new Map(objects.map(({ id, name }) => [id, name]));
        return new Map(
          objects.map(({ name, attributes, members, active }) => [
            name,
            {
              cn: attributes["cn"],
              active,
              members: members?.map((id) => names.get(id)).toSorted() ?? null,
            },
          ]),
        );
      } finally {
        await connection.close();
      }
    };

    test("the directory has what an approved preview shows, and nothing is left to change", async () => {
      const system = await live.connect({
        connectorId: 2,
        kind: "export",
        values,
        secrets: { password: ROOT.password },
        owner: "uid",
        mappings: [
          outboundDraft("username", `${PERSON}/uid`),
          outboundDraft("username", `${PERSON}/sn`),
          outboundDraft("givenName", `${PERSON}/cn`, { tolerant: false }),
          outboundDraft("externalId", `${PERSON}/userPassword`),
        ],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.grant("sign", "Engineer");
      const found = await system.preview();
      const started = await system.approved(found);
      expect(started.status).toBe("applying");
      const done = await system.settled();
      const objects = await system.objectsOf(done);
      expect(objects.length).toBeGreaterThan(0);
      expect(objects).toMatchObject(objects.map(() => ({ state: "applied", problem: null })));
      expect(done).toMatchObject({ status: "done", problem: null });
      const now = await content();
      expect(now.get("ann")).toMatchObject({ cn: ["ANN"] });
      expect(now.get("bob")).toMatchObject({ cn: ["BOB"] });
      expect(now.get("sign")?.members).toEqual(["ann", "bob", "cyd", "eve"]);
      expect(now.get("audit")?.members).toEqual([]);
      expect((await system.preview()).resourcePreview).toEqual([]);
      const again = await system.runImport();
      expect(again).toMatchObject({ status: "done", counts: { added: 0, changed: 0, gone: 0 } });
    });
  });
});
