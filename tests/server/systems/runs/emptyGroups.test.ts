/** Groups without members, and their descriptions, become entitlements: from OpenLDAP and from a SCIM 2.0 service. */
import { Attribute, Change, Client } from "ldapts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type {
  EntitlementRefresh,
  ReviewedEntitlement,
} from "#events/entities/entitlementReview.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { openScimmy, TOKEN } from "../../connectors/scim/scimmy.ts";
import { outboundDraft } from "../../mappings/support.ts";
import { openldapSystem, scimmySystem } from "../../provisioning/liveServices.ts";
import { useLiveSystems } from "../../provisioning/liveSystem.ts";
import { oneDatabase } from "../../support/databases.ts";
import { hasSlapd } from "../../support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, treeLdif, type Slapd } from "../../support/slapd.ts";
import { OPEN, WAIT } from "../runningServer.ts";

const PEOPLE = `ou=people,${SUFFIX}`;
const GROUPS = `ou=groups,${SUFFIX}`;
const PERSON = "inetOrgPerson";

const CONTENT = `${treeLdif(["people", "groups"])}dn: uid=eve,${PEOPLE}
objectClass: inetOrgPerson
uid: eve
cn: Eve
sn: eve

dn: cn=sign,${GROUPS}
objectClass: groupOfNames
cn: sign
description: Signs contracts
member: uid=eve,${PEOPLE}

dn: cn=vault,${GROUPS}
objectClass: groupOfNames
cn: vault
description: Opens the vault
member: cn=nobody,${GROUPS}

dn: cn=tmp-build,${GROUPS}
objectClass: groupOfNames
cn: tmp-build
member: cn=nobody,${GROUPS}

`;

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  oneDatabase((database) => {
    let slapd: Slapd;
    const live = useLiveSystems(database);
    beforeEach(async () => {
      slapd = await startSlapd(CONTENT);
      return () => slapd.stop();
    });

    const withDirectory = async (work: (client: Client) => Promise<unknown>) => {
      const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
      await client.bind(ROOT.dn, ROOT.password);
      await work(client);
      await client.unbind();
    };
    const describeGroup = (name: string, description: string) =>
      withDirectory((client) =>
        client.modify(
          `cn=${name},${GROUPS}`,
          new Change({
            operation: "replace",
            modification: new Attribute({ type: "description", values: [description] }),
          }),
        ),
      );

    const begin = async () => {
      const system = await live.connect({
        ...openldapSystem(slapd.port, { baseDn: PEOPLE, groupBaseDn: GROUPS, readGroups: true }),
        mappings: [
          outboundDraft("username", `${PERSON}/uid`),
          outboundDraft("username", `${PERSON}/sn`),
          outboundDraft("username", `${PERSON}/cn`),
        ],
      });
      const settings = (change: object) =>
        sql`
        update connected_systems set settings = settings || ${JSON.stringify(change)}::jsonb,
          published_settings = published_settings || ${JSON.stringify(change)}::jsonb
        where resource_id = ${system.resourceId}`.execute(database.current.db);
      await settings({ excludedEntitlements: ["tmp-*"], maxGonePercent: 100 });
      const reviews = async () => {
        const answer = await live.owner.get(`${system.path}/entitlements`);
        return answer.json<{ _embedded: { entitlements: ReviewedEntitlement[] } }>()._embedded
          .entitlements;
      };
      const descriptions = async () =>
        Object.fromEntries((await reviews()).map(({ name, description }) => [name, description]));
      const compare = async () => {
        const answer = await live.owner.post(`${system.path}/entitlements/refresh`);
        expect(answer.statusCode, answer.body).toBe(200);
        return answer.json<EntitlementRefresh>();
      };
      const undo = async ({ oid }: SystemRun) => {
        const started = await live.owner.post(`${system.path}/runs/${oid}/undo`);
        expect(started.statusCode, started.body).toBe(202);
        const undoing = started.json<SystemRun>().oid;
        return vi.waitFor(async () => {
          const found = await live.owner.get(`${system.path}/runs/${undoing}`);
          const run = found.json<SystemRun>();
          expect(OPEN).not.toContain(run.status);
          return run;
        }, WAIT);
      };
      return { ...system, settings, reviews, descriptions, compare, undo };
    };

    test("an empty group becomes an entitlement with its description, and can be granted", async () => {
      const system = await begin();
      expect(await system.runImport()).toMatchObject({ status: "done" });
      expect(await system.descriptions()).toEqual({
        sign: "Signs contracts",
        vault: "Opens the vault",
      });
      expect(await system.compare()).toMatchObject({ entitlementCount: 2, missingCount: 0 });
      await system.grant("vault", "Engineer");
      await system.approved(await system.preview());
      expect(await system.settled()).toMatchObject({ status: "done", problem: null });
      await withDirectory(async (client) => {
        const { searchEntries } = await client.search(`cn=vault,${GROUPS}`, { scope: "base" });
        expect(searchEntries[0]?.["member"]).toContain(`uid=ann,${PEOPLE}`);
      });
    });

    test("a description follows the system until a person edits the entitlement", async () => {
      const system = await begin();
      await system.runImport();
      const sign = (await system.reviews()).find(({ name }) => name === "sign");
      const edited = await live.owner.send("PUT", `${system.path}/entitlements/${sign?.id}`, {
        body: {
          displayName: null,
          description: "Written by hand",
          ownerId: null,
          position: null,
          excluded: false,
          version: sign?.version,
        },
      });
      expect(edited.statusCode, edited.body).toBe(200);
      await describeGroup("sign", "Signs");
      await describeGroup("vault", "Opens all vaults");
      expect(await system.runImport()).toMatchObject({ counts: { changed: 2 } });
      expect(await system.descriptions()).toEqual({
        sign: "Written by hand",
        vault: "Opens all vaults",
      });
    });

    test("a group that is no longer excluded becomes an entitlement", async () => {
      const system = await begin();
      await system.runImport();
      await system.settings({ excludedEntitlements: [] });
      expect(await system.runImport()).toMatchObject({ counts: { changed: 0 } });
      expect(Object.keys(await system.descriptions())).toEqual(["sign", "tmp-build", "vault"]);
    });

    test("the entitlement of a group that is gone stays, and counts as missing", async () => {
      const system = await begin();
      await system.runImport();
      await withDirectory((client) => client.del(`cn=vault,${GROUPS}`));
      expect(await system.runImport()).toMatchObject({ status: "done", counts: { gone: 1 } });
      expect(await system.compare()).toMatchObject({ entitlementCount: 2, missingCount: 1 });
      const missing = (await system.reviews()).filter(({ reported }) => reported === false);
      expect(missing.map(({ name }) => name)).toEqual(["vault"]);
    });

    test("an undo removes the entitlements that the run added, except those that are used", async () => {
      const system = await begin();
      const run = await system.runImport();
      await system.grant("vault", "Engineer");
      expect(await system.undo(run)).toMatchObject({ status: "done" });
      expect(await system.descriptions()).toEqual({ vault: "Opens the vault" });
      // The next run brings all of it again.
      await system.runImport();
      expect(Object.keys(await system.descriptions())).toEqual(["sign", "vault"]);
    });

    test("an undo brings back the description that a run changed", async () => {
      const system = await begin();
      await system.runImport();
      await describeGroup("vault", "Opens all vaults");
      const run = await system.runImport();
      expect(await system.descriptions()).toMatchObject({ vault: "Opens all vaults" });
      expect(await system.undo(run)).toMatchObject({ status: "done" });
      expect(await system.descriptions()).toMatchObject({ vault: "Opens the vault" });
    });
  });
});

describe("SCIMMY", () => {
  oneDatabase((database) => {
    let scimmy: Awaited<ReturnType<typeof openScimmy>>;
    const live = useLiveSystems(database);
    beforeAll(async () => {
      scimmy = await openScimmy({ users: 1, groups: 1 });
    });
    afterAll(() => scimmy.close());

    const groupsOf = async () => {
      const answer = await fetch(`${scimmy.url}/Groups`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      const { Resources } = (await answer.json()) as {
        Resources: readonly { displayName: string; members?: readonly unknown[] }[];
      };
      return Object.fromEntries(
        Resources.map(({ displayName, members = [] }) => [displayName, members.length]),
      );
    };

    test("an empty group becomes an entitlement that can be granted", async () => {
      const added = await fetch(`${scimmy.url}/Groups`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${TOKEN}`,
          "content-type": "application/scim+json",
        },
        body: JSON.stringify({
          schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
          displayName: "empty",
        }),
      });
      expect(added.status, await added.clone().text()).toBe(201);
      const system = await live.connect({
        ...scimmySystem(scimmy.url),
        mappings: [outboundDraft("username", "User/userName")],
      });
      expect(await system.runImport()).toMatchObject({ status: "done" });
      const compared = await live.owner.post(`${system.path}/entitlements/refresh`);
      expect(compared.json()).toMatchObject({ entitlementCount: 2, missingCount: 0 });
      await system.grant("empty", "Engineer");
      await system.approved(await system.preview());
      expect(await system.settled()).toMatchObject({ status: "done", problem: null });
      expect((await groupsOf())["empty"]).toBe(3);
    });
  });
});
