/** The distinguished name that a mapping builds decides where accounts of OpenLDAP are. */
import { sql } from "kysely";
import { Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { contentHash } from "#server/systems/runs/content.ts";
import { fieldSource, outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { hasSlapd } from "../support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, treeLdif, type Slapd } from "../support/slapd.ts";
import { openldapSystem } from "./liveServices.ts";
import { useLiveSystems } from "./liveSystem.ts";

const PERSON = "inetOrgPerson";
const UNITS = ["Sales, North", "Staff"];
const CONTENT = [
  treeLdif(UNITS),
  `dn: uid=bob,ou=Staff,${SUFFIX}\nobjectClass: ${PERSON}\nuid: bob\ncn: bob\nsn: bob\n\n`,
].join("");
const SALES = String.raw`ou=Sales\, North,${SUFFIX}`;
/** OpenLDAP writes the comma as its byte. */
const STORED_SALES = String.raw`ou=Sales\2C North,${SUFFIX}`;
const STAFF = `ou=Staff,${SUFFIX}`;

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  oneDatabase((database) => {
    let slapd: Slapd;
    const live = useLiveSystems(database);
    beforeAll(async () => {
      slapd = await startSlapd(CONTENT);
    });
    afterAll(() => slapd.stop());

    /** Distinguished names of the accounts, as the server writes them. */
    const names = async (): Promise<readonly string[]> => {
      const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
      await client.bind(ROOT.dn, ROOT.password);
      const { searchEntries } = await client.search(SUFFIX, {
        scope: "sub",
        filter: `(objectClass=${PERSON})`,
        attributes: ["1.1"],
      });
      await client.unbind();
      return searchEntries.map(({ dn }) => dn).toSorted();
    };

    const directory = (mappings: readonly MappingDraft[]) =>
      live.connect({
        ...openldapSystem(slapd.port),
        mappings,
      });

    test("accounts that were imported before names of entries were read have not changed", async () => {
      const system = await directory([]);
      expect(await system.runImport()).toMatchObject({ counts: { added: 1 } });
      const { db } = database.current;
      const stored = async () => {
        const [row] = await db
          .selectFrom("system_objects")
          .select(["content", "hash", "name"])
          .where("name", "=", "bob")
          .execute();
        return { ...row, content: JSON.parse(row?.content ?? "") as ObjectContent };
      };
      const read = await stored();
      const { dn, ...others } = read.content.attributes;
      expect(dn).toEqual([`uid=bob,${STAFF}`]);

      const keep = async (attributes: ObjectContent["attributes"]) => {
        const content = JSON.stringify({ ...read.content, attributes });
        await db
          .updateTable("system_objects")
          .set({ content, hash: contentHash("bob", content) })
          .where("name", "=", "bob")
          .execute();
      };
      await keep(others);
      expect(await system.runImport()).toMatchObject({
        counts: { read: 1, added: 0, changed: 0, unchanged: 1, gone: 0 },
      });
      expect(await stored()).toEqual(read);

      await keep({ ...others, sn: ["Former"] });
      expect(await system.runImport()).toMatchObject({ counts: { changed: 1, unchanged: 0 } });
      expect(await stored()).toEqual(read);
      // It moved.
      await keep({ ...others, dn: [`uid=bob,${SUFFIX}`] });
      expect(await system.runImport()).toMatchObject({ counts: { changed: 1, unchanged: 0 } });
    });

    test("accounts are created in the unit of their person, and move when it changes", async () => {
      const system = await directory([
        ...["uid", "sn", "cn"].map((name) => outboundDraft("username", `${PERSON}/${name}`)),
        outboundDraft("", `${PERSON}/dn`, {
          attributes: [fieldSource("username")],
          config: {
            target: "attribute",
            kind: "Basic",
            separator: "",
            template: "",
            dn: {
              rdnAttribute: "uid",
              base: SUFFIX,
              unitSource: "givenName",
              units: [{ value: "ann", path: String.raw`ou=Sales\, North` }],
              fallback: "ou=Staff",
            },
          },
        }),
        // Everyone has an account.
        outboundDraft("", "", {
          resourceSchemaId: null,
          attributes: [fieldSource("username")],
          customCode: "true",
          mappingType: "CUSTOM",
          config: { target: "existence", kind: "Basic", separator: "", template: "", dn: null },
        }),
      ]);
      expect(await system.runImport()).toMatchObject({ status: "done" });
      await system.approved(await system.preview());
      const created = await system.settled();
      expect((await system.objectsOf(created)).filter(({ state }) => state !== "applied")).toEqual(
        [],
      );
      expect(await names()).toEqual(
        [
          `uid=ann,${STORED_SALES}`,
          ...["bob", "cyd", "dan"].map((name) => `uid=${name},${STAFF}`),
        ].toSorted(),
      );
      expect((await system.preview()).resourcePreview).toEqual([]);

      await database.current.db
        .updateTable("identities")
        .set({ given_name: "Ann" })
        .where("username", "=", "bob")
        .execute();
      const found = await system.preview();
      expect(await system.objectsOf(found)).toMatchObject([
        {
          kind: "change",
          name: "bob",
          before: { attributes: { dn: [`uid=bob,${STAFF}`] } },
          after: { attributes: { dn: [`uid=bob,${SALES}`] } },
        },
      ]);
      await system.approved(found);
      expect(await system.settled()).toMatchObject({ status: "done", problem: null });
      expect(await names()).toContain(`uid=bob,${STORED_SALES}`);
      const audited = await database.current.db
        .selectFrom("audit")
        .select(["before", "after"])
        .where("call", "=", "provisioning/applied")
        .where(sql`after ->> 'kind'`, "=", "change")
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(audited)).toContain(JSON.stringify(`uid=bob,${STORED_SALES}`));
      expect((await system.preview()).resourcePreview).toEqual([]);
      expect(await system.runImport()).toMatchObject({ counts: { added: 0, changed: 0, gone: 0 } });
    });
  });
});
