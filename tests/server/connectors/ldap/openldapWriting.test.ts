/** The connector for LDAP writes to OpenLDAP's server. */
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Configuration, Connection, SystemObject } from "#server/connectors/contract.ts";
import { hasSlapd } from "../../support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, type Slapd } from "../../support/slapd.ts";
import { configurationOf, content, SPECIAL } from "./content.ts";
import { accountsOf, ANY, failureOf, groupsOf, open, writerOf } from "./support.ts";

/** Every character that has a meaning in a distinguished name or a filter. */
const SPECIAL_NAMES = [
  String.raw`Doe, John "JD" + Co <x>; a=b \ end`,
  "#hash",
  "Zoë Ångström 漢字 (*) /",
  String.raw`a\2cb`,
];

let slapd: Slapd;
let plain: Configuration;

const as = (user: typeof ROOT, differences?: Configuration): Configuration =>
  configurationOf(slapd, user, differences);

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  beforeAll(async () => {
    slapd = await startSlapd(content(1, 1));
    plain = configurationOf(slapd);
  });
  afterAll(() => slapd.stop());

  describe("writing", () => {
    async function create(connection: Connection, uid: string): Promise<SystemObject> {
      const writer = await writerOf(connection);
      return writer.create("inetOrgPerson", { uid: [uid], cn: [uid], sn: ["x"] });
    }
    const openWriter = () => open(as(ROOT, { baseDn: SPECIAL }));

    test.each(SPECIAL_NAMES)("creates, finds, groups and removes %j", async (name) => {
      const connection = await openWriter();
      const writer = await writerOf(connection);
      const created = await create(connection, name);
      expect(created).toMatchObject({
        name,
        active: true,
        attributes: { uid: [name], cn: [name] },
      });

      const group = await writer.create("groupOfNames", { cn: [name], member: [created.id] });
      expect(group).toMatchObject({ name, members: [created.id] });
      const other = await open(as(ROOT, { baseDn: SPECIAL, groupFilter: "(!(cn=everyone))" }));
      expect((await groupsOf(other)).objects[0]?.members).toEqual([created.id]);
      await accountsOf(other);
      expect((await groupsOf(other)).objects[0]?.members).toEqual([created.id]);

      await writer.remove(group, ANY);
      await writer.remove(created, { version: created.version });
      expect(await failureOf(writer.remove(created, ANY))).toMatchObject({ remedy: "notFound" });
    });

    test("creates accounts where the configuration says, with a password", async () => {
      const accountCreateDn = `ou=groups,${SUFFIX}`;
      const writer = await writerOf(await open(as(ROOT, { baseDn: SUFFIX, accountCreateDn })));
      const values = { uid: ["placed"], cn: ["x"], sn: ["x"], userPassword: ["S3cret"] };
      const created = await writer.create("inetOrgPerson", values);
      const signedIn = await open(as({ dn: `uid=placed,${accountCreateDn}`, password: "S3cret" }));
      expect(await signedIn.test()).toContain("signIn");
      await writer.remove(created, ANY);
    });

    test("adds and removes values", async () => {
      const connection = await openWriter();
      const writer = await writerOf(connection);
      const created = await create(connection, "delta");
      const delta = [{ attribute: "mail", add: ["a@x.test", "b@x.test"], remove: [] }];
      const first = await writer.update(created, delta, { version: created.version });
      expect(first.attributes["mail"]).toEqual(["a@x.test", "b@x.test"]);
      const second = await writer.update(
        first,
        [{ attribute: "mail", add: ["c@x.test"], remove: ["a@x.test"] }],
        { version: first.version },
      );
      expect(second.attributes["mail"]).toEqual(["b@x.test", "c@x.test"]);
      expect(
        await failureOf(writer.update(created, delta, { version: created.version })),
      ).toMatchObject({ remedy: "changedMeanwhile" });
      await writer.remove(created, ANY);
    });

    test("renames an entry whose naming value changes", async () => {
      const connection = await openWriter();
      const writer = await writerOf(connection);
      const created = await create(connection, "before, name");
      const renamed = await writer.update(
        created,
        [
          { attribute: "uid", add: ["after; name"], remove: ["before, name"] },
          { attribute: "sn", add: ["New"], remove: ["x"] },
        ],
        { version: created.version },
      );
      expect(renamed).toMatchObject({ id: created.id, name: "after; name" });
      expect(renamed.attributes["sn"]).toEqual(["New"]);
      await writer.remove(renamed, ANY);
    });

    describe("a name that a change sets", () => {
      const [people, teams] = [`ou=people,${SUFFIX}`, `ou=groups,${SUFFIX}`];
      const values = { uid: ["named"], sn: ["x"] };
      const named = (dn: string, ...remove: readonly string[]) => ({
        attribute: "dn",
        add: [dn],
        remove,
      });
      const openAll = () => open(as(ROOT, { baseDn: SUFFIX }));

      test("decides where an account is created, and gives it the values of the name", async () => {
        const writer = await writerOf(await openAll());
        // OpenLDAP writes special characters as their bytes.
        const dn = String.raw`cn=\2C Doe\2B Jane,${teams}`;
        const created = await writer.create("inetOrgPerson", {
          ...values,
          dn: [String.raw`cn=\, Doe\+ Jane,${teams}`],
        });
        expect(created).toMatchObject({
          name: "named",
          attributes: { dn: [dn], cn: [", Doe+ Jane"], uid: ["named"] },
        });
        await writer.remove(created, ANY);
      });

      test("moves and renames an account, which stays a member of its groups", async () => {
        const connection = await openAll();
        const writer = await writerOf(connection);
        const first = `uid=named,${people}`;
        const created = await writer.create("inetOrgPerson", { ...values, cn: ["x"], dn: [first] });
        const group = await writer.create("groupOfNames", { cn: ["moved"], member: [created.id] });
        const other = String.raw`uid=re\2Bnamed,${teams}`;
        const moved = await writer.update(
          created,
          [
            { attribute: "uid", add: ["re+named"], remove: ["named"] },
            { attribute: "sn", add: ["New"], remove: ["x"] },
            named(String.raw`uid=re\+named,${teams}`, first),
          ],
          { version: created.version },
        );
        expect(moved).toMatchObject({
          id: created.id,
          name: "re+named",
          attributes: { dn: [other], uid: ["re+named"], sn: ["New"] },
        });
        const groups = (await groupsOf(await openAll())).objects;
        expect(groups.find(({ name }) => name === "moved")?.members).toEqual([created.id]);
        const same = String.raw`UID=re\+named,${teams.toUpperCase()}`;
        const kept = await writer.update(moved, [named(same, other)], ANY);
        expect(kept).toMatchObject({ attributes: { dn: [other] }, version: moved.version });
        await writer.remove(group, ANY);
        await writer.remove(kept, ANY);
      });

      test("is replaced in groups after a renaming that was interrupted, unless another account has it", async () => {
        const writer = await writerOf(await openAll());
        const dnOf = (uid: string) => `uid=${uid},${people}`;
        const create = (uid: string) =>
          writer.create("inetOrgPerson", { ...values, cn: ["x"], uid: [uid], dn: [dnOf(uid)] });
        const membersOf = async (name: string) => {
          const { objects } = await groupsOf(await openAll());
          return objects.find((one) => one.name === name)?.members;
        };
        const account = await create("first");
        const both = await create("other");
        const groups = [
          await writer.create("groupOfNames", { cn: ["some"], member: [account.id, both.id] }),
          await writer.create("groupOfNames", { cn: ["only"], member: [account.id] }),
        ];
        const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
        await client.bind(ROOT.dn, ROOT.password);
        await client.modifyDN(dnOf("first"), "uid=second");
        // A group may have the new name already.
        await client.modify(`cn=only,${teams}`, [
          new Change({
            operation: "add",
            modification: new Attribute({ type: "member", values: [dnOf("second")] }),
          }),
        ]);
        await client.unbind();
        const renamed = await writer.find?.("inetOrgPerson", { id: account.id });
        if (!renamed) throw new Error("No account");
        expect(await membersOf("some")).toEqual([both.id]);

        // Another account that gets the former name is a member by this name.
        const next = await create("first");
        await writer.finishUpdate?.(renamed, { uid: ["first"] });
        expect(await membersOf("some")).toEqual([next.id, both.id]);
        await writer.remove(next, ANY);

        for (let times = 0; times < 2; times++) {
          await writer.finishUpdate?.(renamed, { uid: ["first"], sn: ["x"] });
          expect((await membersOf("some"))?.toSorted()).toEqual([account.id, both.id].toSorted());
          expect(await membersOf("only")).toEqual([account.id]);
        }
        for (const group of groups) await writer.remove(group, ANY);
        await writer.remove(renamed, ANY);
        await writer.remove(both, ANY);
      });

      test.each(["after", "Before"])(
        "is also replaced in groups of login names: %s",
        async (uid) => {
          const names = { baseDn: SUFFIX, groupClass: "posixGroup", memberAttribute: "memberUid" };
          const connection = await open(as(ROOT, names));
          const writer = await writerOf(connection);
          const before = { ...values, cn: ["x"], uid: ["before"] };
          const created = await writer.create("inetOrgPerson", before);
          const group = await writer.create("posixGroup", {
            cn: ["names"],
            gidNumber: ["7"],
            memberUid: [created.id],
          });
          const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
          await client.bind(ROOT.dn, ROOT.password);
          await client.modifyDN(`uid=before,${SUFFIX}`, `uid=${uid}`);
          const renamed = await writer.find?.("inetOrgPerson", { id: created.id });
          if (!renamed) throw new Error("No account");
          await writer.finishUpdate?.(renamed, { uid: ["before"] });
          const { searchEntries } = await client.search(`cn=names,${teams}`, {
            attributes: ["memberUid"],
          });
          await client.unbind();
          expect(searchEntries).toMatchObject([{ memberUid: uid }]);
          await writer.remove(group, ANY);
          await writer.remove(renamed, ANY);
        },
      );

      test("gets another case, and the account stays a member of its groups", async () => {
        const connection = await openAll();
        const writer = await writerOf(connection);
        const created = await writer.create("inetOrgPerson", { ...values, cn: ["x"] });
        const group = await writer.create("groupOfNames", { cn: ["cased"], member: [created.id] });
        const byValue = await writer.update(
          created,
          [
            { attribute: "uid", add: ["Named"], remove: ["named"] },
            { attribute: "sn", add: ["New"], remove: ["x"] },
          ],
          { version: created.version },
        );
        const dnOf = (uid: string) => `uid=${uid},${SUFFIX}`;
        expect(byValue).toMatchObject({
          id: created.id,
          name: "Named",
          attributes: { dn: [dnOf("Named")], uid: ["Named"], sn: ["New"] },
        });
        const byName = await writer.update(byValue, [named(dnOf("NAMED"), dnOf("Named"))], {
          version: byValue.version,
        });
        expect(byName).toMatchObject({
          id: created.id,
          attributes: { dn: [dnOf("NAMED")], uid: ["NAMED"] },
        });
        const groups = (await groupsOf(await openAll())).objects;
        expect(groups.find(({ name }) => name === "cased")?.members).toEqual([created.id]);
        await writer.remove(group, ANY);
        await writer.remove(byName, ANY);
      });

      test.each([
        ["outside of the base", "uid=named,dc=other", "valueRefused"],
        ["in a missing unit", `uid=named,ou=missing,${SUFFIX}`, "baseMissing"],
        ["of another entry", people, "objectExists"],
      ])("is refused %s", async (_where, dn, remedy) => {
        const writer = await writerOf(await openAll());
        const own = { ...values, cn: ["x"] };
        expect(await failureOf(writer.create("inetOrgPerson", { ...own, dn: [dn] }))).toMatchObject(
          { remedy },
        );
        const created = await writer.create("inetOrgPerson", {
          ...own,
          dn: [`uid=named,${teams}`],
        });
        const moved = writer.update(created, [named(dn, ...(created.attributes["dn"] ?? []))], ANY);
        expect(await failureOf(moved)).toMatchObject({ remedy });
        await writer.remove(created, ANY);
      });
    });

    test("deactivates and activates an account", async () => {
      const connection = await openWriter();
      const writer = await writerOf(connection);
      const created = await create(connection, "status");
      const locked = await writer.setActive(created, false, { version: created.version });
      expect(locked.active).toBe(false);
      expect((await writer.setActive(locked, true, ANY)).active).toBe(true);
      await writer.remove(created, ANY);
    });

    test("a vendor without a known status does not deactivate", async () => {
      const connection = await open(as(ROOT, { baseDn: SPECIAL, vendor: "OTHER" }));
      const created = await create(connection, "unknown-status");
      const writer = await writerOf(connection);
      expect(created.active).toBeNull();
      expect(await failureOf(writer.setActive(created, false, ANY))).toMatchObject({
        remedy: "notAllowed",
      });
      await writer.remove(created, ANY);
    });

    test.each([
      ["an existing name", { uid: ["many"], cn: ["x"], sn: ["x"] }, "objectExists"],
      ["a missing naming value", { cn: ["x"], sn: ["x"] }, "valueRefused"],
      ["a missing required value", { uid: ["new"], cn: ["x"] }, "valueRefused"],
      [
        "an unknown attribute",
        { uid: ["new"], cn: ["x"], sn: ["x"], other: ["x"] },
        "valueRefused",
      ],
    ])("refuses %s", async (_name, attributes, remedy) => {
      const writer = await writerOf(await openWriter());
      expect(await failureOf(writer.create("inetOrgPerson", attributes))).toMatchObject({ remedy });
    });

    test("a reader may not write", async () => {
      const connection = await open({ ...plain, baseDn: SPECIAL });
      expect(await failureOf(create(connection, "refused"))).toMatchObject({
        remedy: "notAllowed",
      });
    });
  });
});
