/** The connector for LDAP tests and reads OpenLDAP's server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  UnusableTokenError,
  type Change,
  type Configuration,
} from "#server/connectors/contract.ts";
import { hasSlapd } from "../../support/findSlapd.ts";
import { ROOT, startSlapd, SUFFIX, type Slapd } from "../../support/slapd.ts";
import {
  configurationOf,
  content,
  LIMITED,
  MEMBER_COUNT,
  PERSON_COUNT,
  READER,
  SPECIAL,
} from "./content.ts";
import {
  accountsOf,
  ANY,
  classOf,
  failureOf,
  groupsOf,
  open,
  readAll,
  writerOf,
} from "./support.ts";

let slapd: Slapd;
let secured: Configuration;
let plain: Configuration;

const as = (user: typeof ROOT, differences?: Configuration): Configuration =>
  configurationOf(slapd, user, differences);

describe.skipIf(!hasSlapd())("OpenLDAP", () => {
  beforeAll(async () => {
    slapd = await startSlapd(content(PERSON_COUNT, MEMBER_COUNT));
    plain = configurationOf(slapd);
    secured = {
      ...plain,
      host: "localhost",
      port: slapd.securePort,
      security: "LDAPS",
      caCertificate: slapd.authority,
    };
  });
  afterAll(() => slapd.stop());

  describe("test", () => {
    test("passes all steps with LDAPS and a custom authority", async () => {
      const connection = await open(secured);
      expect(await connection.test()).toEqual([
        "resolve",
        "connect",
        "secure",
        "signIn",
        "find",
        "read",
      ]);
    });

    test("passes all steps with StartTLS", async () => {
      const connection = await open({ ...secured, port: slapd.port, security: "STARTTLS" });
      expect(await connection.test()).toContain("secure");
    });

    test("omits the step of encryption without it", async () => {
      expect(await (await open(plain)).test()).toEqual([
        "resolve",
        "connect",
        "signIn",
        "find",
        "read",
      ]);
    });

    test.each([
      ["an unknown host", { host: "missing.example" }, "resolve", "hostUnknown"],
      ["a closed port", { port: 1 }, "connect", "connectionRefused"],
      [
        "an authority that did not issue the certificate",
        { caCertificate: "" },
        "secure",
        "certificateRefused",
      ],
      [
        "an authority that is no certificate",
        { caCertificate: "none" },
        "secure",
        "certificateRefused",
      ],
      ["a wrong password", { password: "wrong" }, "signIn", "credentialsRefused"],
      ["a bind DN without a password", { password: "" }, "signIn", "credentialsRefused"],
      ["an unknown bind DN", { bindDn: `uid=nobody,${SUFFIX}` }, "signIn", "credentialsRefused"],
      ["a bind DN that is no name", { bindDn: "nobody" }, "signIn", "credentialsRefused"],
      ["a missing base", { baseDn: `ou=missing,${SUFFIX}` }, "find", "baseMissing"],
      ["a base that is no name", { baseDn: "people" }, "find", "baseMissing"],
      ["a missing base of groups", { groupBaseDn: `ou=missing,${SUFFIX}` }, "find", "baseMissing"],
      ["a malformed filter", { accountFilter: "(uid=a" }, "find", "statementRefused"],
      [
        "an id attribute that no entry has",
        { idAttribute: "employeeNumber" },
        "read",
        "missingColumn",
      ],
    ])("names the step and the remedy of %s", async (_name, differences, step, remedy) => {
      const connection = await open({ ...secured, ...differences });
      expect(await failureOf(connection.test())).toMatchObject({ step, remedy });
    });

    test("refuses a certificate of another host", async () => {
      const connection = await open(
        { ...secured, host: "other.example" },
        { resolveHost: async () => ({ address: "127.0.0.1", family: 4 }) },
      );
      expect(await failureOf(connection.test())).toMatchObject({
        step: "secure",
        remedy: "certificateRefused",
      });
    });

    test("names the step of encryption if the port does not speak TLS", async () => {
      const connection = await open({ ...secured, port: slapd.port });
      expect(await failureOf(connection.test())).toMatchObject({
        step: "secure",
        remedy: "systemFailed",
      });
    });
  });

  test("discovers the classes of accounts and groups", async () => {
    const [account, group] = await (await open(plain)).discoverSchema();
    expect(account).toMatchObject({
      name: "inetOrgPerson",
      role: "account",
      idAttribute: "entryUUID",
      nameAttribute: "uid",
      memberAttribute: null,
    });
    expect(group).toMatchObject({ name: "groupOfNames", memberAttribute: "member" });
    const attributes = new Map(account?.attributes.map((one) => [one.name, one]));
    expect(attributes.get("sn")).toMatchObject({ required: true, multiple: true, writable: true });
    expect(attributes.get("mail")).toMatchObject({ required: false });
    expect(attributes.get("employeeNumber")).toMatchObject({ multiple: false });
    expect([...attributes.keys()]).toContain("telephoneNumber");
    expect([...attributes.keys()]).not.toContain("member");
  });

  test("an unknown class is reported", async () => {
    const connection = await open({ ...plain, accountClass: "missingClass" });
    expect(await failureOf(connection.discoverSchema())).toMatchObject({ remedy: "schemaUnknown" });
  });

  test("reads 20,000 accounts in pages and the members of a group without a request each", async () => {
    const connection = await open(plain);
    const { objects, end } = await accountsOf(connection);
    expect(end).toMatchObject({ complete: true, problem: null });
    expect(new Set(objects.map(({ id }) => id)).size).toBe(PERSON_COUNT);
    const first = objects.find(({ name }) => name === "user0");
    expect(first).toMatchObject({
      active: true,
      entitlements: null,
      members: null,
      attributes: { cn: ["Person user0"], mail: ["user0@example.test"] },
    });
    expect(first?.id).toMatch(/^[\da-f]{8}-/);
    expect(first?.version).toMatch(/^\d{14}\.\d+Z#/);

    const groups = await groupsOf(connection);
    const [everyone] = groups.objects;
    expect(groups.end.complete).toBe(true);
    expect(everyone?.attributes).toMatchObject({ cn: ["everyone"], description: ["Für alle"] });
    expect(everyone?.attributes).not.toHaveProperty("member");
    expect(everyone?.members).toHaveLength(MEMBER_COUNT);
    expect(everyone?.members).toContain(first?.id);
  });

  test("pages are no larger than the caller wants", async () => {
    const connection = await open({ ...plain, accountFilter: "(uid=user1*)" });
    const pages = connection.search(await classOf(connection, "account"), 7);
    const { value } = await pages.next();
    expect(value).toHaveLength(7);
    await pages.return({ complete: false, token: null, problem: null });
    // The connection is usable after a read that was not finished.
    expect((await groupsOf(connection)).end.complete).toBe(true);
  });

  test("looks up members if the accounts have not been read", async () => {
    const connection = await open(plain);
    const { objects } = await groupsOf(connection);
    expect(objects[0]?.members).toHaveLength(MEMBER_COUNT);
  });

  test.each([
    ["login names", "posixGroup", "memberUid"],
    ["names with a unique id", "groupOfUniqueNames", "uniqueMember"],
  ])("members may be %s", async (_name, groupClass, memberAttribute) => {
    const connection = await open({ ...plain, baseDn: SPECIAL, groupClass, memberAttribute });
    const lookedUp = await groupsOf(connection);
    const accounts = await accountsOf(connection);
    const many = accounts.objects.find(({ name }) => name === "many");
    expect(lookedUp.objects[0]?.members).toEqual([many?.id]);
    expect((await groupsOf(connection)).objects[0]?.members).toEqual([many?.id]);
  });

  test("passwords are not read", async () => {
    const connection = await open(as(ROOT, { baseDn: READER.dn }));
    const { objects } = await accountsOf(connection);
    expect(objects).toHaveLength(1);
    expect(JSON.stringify(objects)).not.toMatch(/userPassword/i);
    expect(JSON.stringify(objects)).not.toContain(READER.password);
  });

  test("a read that the server truncates is incomplete", async () => {
    const { objects, end } = await accountsOf(await open(as(LIMITED)));
    expect(objects.length).toBeLessThanOrEqual(500);
    expect(end).toMatchObject({ complete: false, token: null });
    expect(end.problem?.remedy).toBe("limitReached");
  });

  test("a missing base fails the read", async () => {
    const connection = await open({ ...plain, baseDn: `ou=missing,${SUFFIX}` });
    expect(await failureOf(accountsOf(connection))).toMatchObject({ remedy: "baseMissing" });
  });

  test("a read ends incompletely when it is cancelled", async () => {
    const cancel = new AbortController();
    const connection = await open(plain, { signal: cancel.signal });
    const pages = connection.search(await classOf(connection, "account"), 100);
    await pages.next();
    cancel.abort();
    const { end } = await readAll(pages);
    expect(end.complete).toBe(false);
    expect(end.problem?.remedy).toBe("timedOut");
  });

  test("reads status, bytes and 5,000 values", async () => {
    const { objects } = await accountsOf(await open({ ...plain, baseDn: SPECIAL }));
    const named = (name: string) => objects.find((object) => object.name === name);
    expect(named("locked")?.active).toBe(false);
    expect(named("photo")?.active).toBe(true);
    expect(named("photo")?.attributes["jpegPhoto"]).toEqual(["/9gAAQ=="]);
    expect(new Set(named("many")?.attributes["mail"]).size).toBe(MEMBER_COUNT);
  });

  test("filters may contain escaped characters outside of ASCII", async () => {
    const connection = await open(as(ROOT, { baseDn: SPECIAL }));
    const writer = await writerOf(connection);
    const created = await writer.create("inetOrgPerson", {
      uid: ["umlaut"],
      cn: ["Zoë"],
      sn: ["x"],
    });
    const filtered = await open({
      ...plain,
      baseDn: SPECIAL,
      accountFilter: String.raw`(cn=Zo\c3\ab)`,
    });
    const { objects } = await accountsOf(filtered);
    expect(objects.map(({ id }) => id)).toEqual([created.id]);
    await writer.remove(created, ANY);
  });

  test("sync reports what was stored since the token of a read", async () => {
    const connection = await open(as(ROOT, { baseDn: SPECIAL }));
    const writer = await writerOf(connection);
    const classes = await connection.discoverSchema();
    const { end } = await accountsOf(connection);
    const created = await writer.create("inetOrgPerson", { uid: ["new"], cn: ["x"], sn: ["x"] });
    const sync = (await open(as(ROOT, { baseDn: SPECIAL }))).sync?.(classes, end.token ?? "");
    const changes: Change[] = [];
    for (;;) {
      const next = await sync?.next();
      if (!next || next.done) {
        expect(next?.value).toMatchObject({ complete: true, problem: null });
        break;
      }
      changes.push(...next.value);
    }
    expect(changes).toContainEqual({ type: "stored", object: created });
    await writer.remove(created, ANY);
  });

  test("sync does not continue with the token of another server", async () => {
    const connection = await open(plain);
    const token = JSON.stringify({ server: "other", usn: "1" });
    const next = connection.sync?.(await connection.discoverSchema(), token).next();
    await expect(next).rejects.toThrow(UnusableTokenError);
  });
});
