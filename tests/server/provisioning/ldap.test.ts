/** Approved previews are written to OpenLDAP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import type { SystemObject } from "#server/connectors/contract.ts";
import { environment, readAll } from "../connectors/ldap/support.ts";
import { outboundDraft, staticDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { hasSlapd } from "../support/findSlapd.ts";
import { replaceValues, ROOT, startSlapd, SUFFIX, treeLdif, type Slapd } from "../support/slapd.ts";
import { openldapSystem } from "./liveServices.ts";
import { useLiveSystems, type SystemPlan } from "./liveSystem.ts";

const PEOPLE = `ou=people,${SUFFIX}`;
const GROUPS = `ou=groups,${SUFFIX}`;
const PERSON = "inetOrgPerson";

const CONTENT = `${treeLdif(["people", "groups"])}dn: uid=bob,${PEOPLE}
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
    const live = useLiveSystems(database);

    beforeAll(async () => {
      slapd = await startSlapd(CONTENT);
    });
    afterAll(() => slapd.stop());

    const directory = (differences: SystemPlan["values"] = {}) =>
      openldapSystem(slapd.port, {
        baseDn: PEOPLE,
        groupBaseDn: GROUPS,
        readGroups: true,
        ...differences,
      });

    /** What the directory has, by name. */
    const content = async () => {
      const connection = await ldapConnector.open(
        { ...directory().values, password: ROOT.password },
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
        ...directory(),
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

    test("values that the directory takes for the same are not proposed again", async () => {
      const system = await live.connect({
        ...directory({ readGroups: false }),
        mappings: [
          staticDraft(`UID=eve, OU=people, ${SUFFIX.toUpperCase()}`, `${PERSON}/manager`),
          staticDraft("+49 30 901-820", `${PERSON}/telephoneNumber`),
          staticDraft("Head Teller", `${PERSON}/title`),
        ],
      });
      await replaceValues(slapd, `uid=bob,${PEOPLE}`, {
        manager: [`uid=eve,${PEOPLE}`],
        telephoneNumber: ["+4930901820"],
        title: ["head teller"],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      const found = await system.preview();
      const bob = (await system.objectsOf(found)).filter(({ name }) => name === "bob");
      // Only the case of a text is worth a change.
      expect(bob).toMatchObject([
        { kind: "change", before: { attributes: { title: ["head teller"] } } },
      ]);
      expect(Object.keys(bob[0]?.after?.attributes ?? {})).toEqual(["title"]);
      await system.approved(found);
      const done = await system.settled();
      expect((await system.objectsOf(done)).filter(({ state }) => state !== "applied")).toEqual([]);
      expect((await system.preview()).resourcePreview).toEqual([]);
      expect(await system.runImport()).toMatchObject({ status: "done", counts: { changed: 0 } });
      expect((await system.preview()).resourcePreview).toEqual([]);
    });
  });
});
