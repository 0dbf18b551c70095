/** What the LDAP connector does about servers that fail, lie or hang. */
import { expect, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { Configuration, Connection } from "#server/connectors/contract.ts";
import { startFake, type FakeDirectory, type FakeEntry, type Reply } from "./fakeDirectory.ts";
import { failureOf, open, readAll } from "./support.ts";

const BASE = "dc=example,dc=test";
const PASSWORD = "geheim%Secret#1";

const ACCOUNT: ObjectClass = {
  name: "inetOrgPerson",
  role: "account",
  idAttribute: "entryUUID",
  nameAttribute: "uid",
  memberAttribute: null,
  attributes: [{ name: "cn", multiple: true, required: true, writable: true }],
};

function configurationOf({ port }: FakeDirectory, differences: Configuration = {}): Configuration {
  return {
    vendor: "OPENLDAP",
    host: "127.0.0.1",
    port,
    security: "NONE",
    bindDn: `cn=admin,${BASE}`,
    password: PASSWORD,
    baseDn: BASE,
    pageSize: 2,
    ...differences,
  };
}

function person(number: number): FakeEntry {
  return {
    dn: `uid=u${number},${BASE}`,
    attributes: { entryUUID: [`id-${number}`], uid: [`u${number}`], cn: [`Person ${number}`] },
  };
}

/** A directory without a schema whose pages of accounts have these answers, by cookie. */
function startPages(pages: Readonly<Record<string, readonly Reply[]>>): Promise<FakeDirectory> {
  return startFake(({ cookie }) => (cookie === null ? [{}] : (pages[cookie] ?? [{ code: 1 }])));
}

const read = (connection: Connection) => readAll(connection.search(ACCOUNT, 100));

test("an empty page with a cookie is not the last one, and 0 is a cookie", async () => {
  const fake = await startPages({
    "": [person(1), person(2), { cookie: "0" }],
    "0": [{ cookie: "\u0000" }],
    "\u0000": [{ cookie: "2" }],
    "2": [person(3), { cookie: "" }],
  });
  const { objects, end } = await read(await open(configurationOf(fake)));
  expect(objects.map(({ id }) => id)).toEqual(["id-1", "id-2", "id-3"]);
  expect(end.complete).toBe(true);
});

test("a server that repeats an empty page is left", async () => {
  const fake = await startPages({
    "": [person(1), { cookie: "again" }],
    again: [{ cookie: "again" }],
  });
  const { objects, end } = await read(await open(configurationOf(fake)));
  expect(objects).toHaveLength(1);
  expect(end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
});

test("a damaged cookie ends the read incompletely", async () => {
  const fake = await startPages({ "": [person(1), { paging: Buffer.from([0x30, 9, 2]) }] });
  const { objects, end } = await read(await open(configurationOf(fake)));
  expect(objects).toHaveLength(1);
  expect(end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
});

test("a server without paging answers with all entries, which are divided", async () => {
  const fake = await startPages({ "": [...[1, 2, 3, 4, 5].map(person), {}] });
  const pages = (await open(configurationOf(fake))).search(ACCOUNT, 100);
  expect((await pages.next()).value).toHaveLength(2);
  const { objects, end } = await readAll(pages);
  expect(objects).toHaveLength(3);
  expect(end.complete).toBe(true);
});

test.each([3, 4, 11])("result %i after a page ends the read incompletely", async (code) => {
  const fake = await startPages({
    "": [person(1), person(2), { cookie: "1" }],
    "1": [person(3), { code }],
  });
  const { objects, end } = await read(await open(configurationOf(fake)));
  expect(objects).toHaveLength(3);
  expect(end).toMatchObject({ complete: false, token: null, problem: { remedy: "limitReached" } });
});

test("a connection that is lost within a page ends the read, and is not opened again", async () => {
  const fake = await startPages({
    "": [person(1), person(2), { cookie: "1" }],
    "1": [person(3), "disconnect"],
  });
  const connection = await open(configurationOf(fake));
  const { objects, end } = await read(connection);
  expect(objects).toHaveLength(2);
  expect(end).toMatchObject({ complete: false, problem: { remedy: "systemFailed", step: "read" } });
  expect(await failureOf(read(connection))).toMatchObject({ remedy: "systemFailed" });
  expect(fake.connections()).toBe(1);
});

test("an entry without an id makes the read incomplete, and the others are read", async () => {
  const nameless = { dn: `uid=x,${BASE}`, attributes: { uid: ["x"] } };
  const fake = await startPages({ "": [person(1), nameless, { cookie: "" }] });
  const { objects, end } = await read(await open(configurationOf(fake)));
  expect(objects.map(({ id }) => id)).toEqual(["id-1"]);
  expect(end).toMatchObject({ complete: false, problem: { remedy: "missingColumn" } });
});

test.each([
  ["text instead of LDAP", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), "contentDamaged"],
  ["a length of 4 GB", Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), "contentDamaged"],
  ["an indefinite length", Buffer.from([0x30, 0x80, 0x02]), "contentDamaged"],
  [
    "a value longer than its message",
    Buffer.from([0x30, 0x0a, 2, 1, 4, 0x64, 0x7f, 4, 0x70, 1, 1, 1]),
    "contentDamaged",
  ],
  ["an unknown operation", Buffer.from([0x30, 0x05, 2, 1, 1, 0x7a, 0]), "contentDamaged"],
])("%s ends the operation", async (_name, bytes, remedy) => {
  const fake = await startFake(
    () => [],
    () => bytes,
  );
  expect(await failureOf((await open(configurationOf(fake))).test())).toMatchObject({
    step: "signIn",
    remedy,
  });
});

const hangAtBind = () =>
  startFake(
    () => [],
    () => "hang",
  );
/** Milliseconds that a busy machine needs for an answer. */
const ANSWER_TIME = 1_000;

test.each([
  ["signing in", "NONE", "signIn"],
  ["encrypting", "LDAPS", "secure"],
])("a server that hangs while %s times out", async (_name, security, step) => {
  const configuration = configurationOf(await hangAtBind(), { security });
  const connection = await open(configuration, { answerTime: ANSWER_TIME });
  expect(await failureOf(connection.test())).toMatchObject({ step, remedy: "timedOut" });
});

test("a server that hangs within a page times out", async () => {
  const fake = await startPages({ "": [person(1), "hang"] });
  const connection = await open(configurationOf(fake), { answerTime: ANSWER_TIME });
  expect(await failureOf(read(connection))).toMatchObject({ step: "read", remedy: "timedOut" });
});

test("an operation ends when it is cancelled, and none begins afterwards", async () => {
  const cancel = new AbortController();
  const fake = await startFake(
    () => [],
    () => {
      cancel.abort();
      return "hang";
    },
  );
  const configuration = configurationOf(fake);
  for (const step of ["signIn", "connect"]) {
    const connection = await open(configuration, { signal: cancel.signal });
    expect(await failureOf(connection.test())).toMatchObject({ step, remedy: "timedOut" });
  }
});

test("errors contain no password, even if the server repeats it", async () => {
  const fake = await startFake(
    () => [],
    () => ({ code: 49, text: `wrong password: ${PASSWORD}` }),
  );
  const failure = await failureOf((await open(configurationOf(fake))).test());
  expect(failure).toMatchObject({ step: "signIn", remedy: "credentialsRefused" });
  expect(failure.detail).toContain("wrong password: ***");
});

test("data that arrives before encryption is refused", async () => {
  const fake = await startFake(() => []);
  fake.startTls([{}, Buffer.from([0x30])]);
  const connection = await open(configurationOf(fake, { security: "STARTTLS" }));
  expect(await failureOf(connection.test())).toMatchObject({
    step: "secure",
    remedy: "contentDamaged",
  });
});

test("a server without StartTLS fails in the step of encryption", async () => {
  const fake = await startFake(() => []);
  fake.startTls([{ code: 2, text: "unsupported extended operation" }]);
  const connection = await open(configurationOf(fake, { security: "STARTTLS" }));
  expect(await failureOf(connection.test())).toMatchObject({
    step: "secure",
    remedy: "systemFailed",
  });
});

test("a schema that must not be read is no obstacle", async () => {
  const schema = "cn=subschema";
  const root: FakeEntry = { dn: "", attributes: { subschemaSubentry: [schema] } };
  const fake = await startFake(({ base, cookie }): readonly Reply[] => {
    if (base === "") return [root, {}];
    if (base === schema) return [{ code: 50 }];
    return cookie === null ? [{}] : [person(1), { cookie: "" }];
  });
  const connection = await open(configurationOf(fake));
  const { objects, end } = await read(connection);
  expect(objects).toMatchObject([{ id: "id-1", active: null }]);
  expect(end.complete).toBe(true);
  expect(await failureOf(connection.discoverSchema())).toMatchObject({ remedy: "schemaUnknown" });
});
