/** What only Active Directory does, with a fake directory. */
import { expect, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { UnusableTokenError } from "#server/connectors/contract.ts";
import {
  answerWith,
  BASE,
  configurationOf,
  GUID,
  GUID_TEXT,
  idOf,
  startActiveDirectory,
  user,
} from "./fakeActiveDirectory.ts";
import { changesOf, failureOf, open, readAll } from "./support.ts";

const ACCOUNT: ObjectClass = {
  name: "user",
  role: "account",
  idAttribute: "objectGUID",
  nameAttribute: "sAMAccountName",
  memberAttribute: null,
  attributes: [{ name: "objectSid", multiple: false, required: true, writable: false }],
};
const GROUP: ObjectClass = {
  ...ACCOUNT,
  name: "group",
  role: "entitlement",
  nameAttribute: "cn",
  memberAttribute: "member",
};

test("ids are GUIDs, bytes are in Base64, and disabled accounts are not active", async () => {
  const fake = await startActiveDirectory(() => [user(1), user(2, "514"), {}]);
  const { objects, end } = await readAll((await open(configurationOf(fake))).search(ACCOUNT, 9));
  expect(end.complete).toBe(true);
  expect(objects).toMatchObject([
    { id: idOf(1), name: "ann1", active: true, attributes: { objectSid: ["AQUAAA=="] } },
    { id: idOf(2), name: "ann2", active: false, version: "7" },
  ]);
  expect(fake.searches.at(-1)?.filter).toContain("(objectcategory=person)");
});

test("members that arrive in ranges are complete", async () => {
  const dn = `CN=Group,${BASE}`;
  const members = [1, 2, 3, 4, 5].map((number) => user(number).dn);
  const rest: Readonly<Record<string, Record<string, readonly string[]>>> = {
    "member;range=2-*": { member: [], "member;range=2-3": members.slice(2, 4) },
    "member;range=4-*": { "member;range=4-*": members.slice(4) },
  };
  const fake = await startActiveDirectory(({ base, filter, attributes }) => {
    const [ranged = ""] = attributes;
    if (base === dn) return answerWith({ dn, attributes: rest[ranged] ?? {} });
    if (filter.includes("=user)"))
      return answerWith(...[1, 2, 3, 4, 5].map((number) => user(number)));
    const group = {
      objectGUID: [GUID],
      cn: ["Group"],
      member: [],
      "member;range=0-1": members.slice(0, 2),
    };
    return answerWith({ dn, attributes: group });
  });
  const connection = await open(configurationOf(fake));
  await readAll(connection.search(ACCOUNT, 9));
  const { objects, end } = await readAll(connection.search(GROUP, 9));
  expect(end.complete).toBe(true);
  expect(objects).toMatchObject([{ id: GUID_TEXT, members: [1, 2, 3, 4, 5].map(idOf) }]);
});

test("a missing range makes the read fail", async () => {
  const dn = `CN=Group,${BASE}`;
  const fake = await startActiveDirectory(({ base }) => {
    if (base === dn) return answerWith({ dn, attributes: {} });
    const group = { objectGUID: [GUID], cn: ["Group"], "member;range=0-0": ["CN=A"] };
    return answerWith({ dn, attributes: group });
  });
  const connection = await open(configurationOf(fake));
  expect(await failureOf(readAll(connection.search(GROUP, 9)))).toMatchObject({
    remedy: "contentDamaged",
  });
});

test("the schema has the attributes of auxiliary classes", async () => {
  const fake = await startActiveDirectory(() => [{}]);
  const [account] = await (await open(configurationOf(fake))).discoverSchema();
  expect(account?.attributes).toEqual([
    { name: "cn", multiple: true, required: false, writable: true },
    {
      name: "dn",
      multiple: false,
      required: false,
      writable: true,
      equality: "distinguishedName",
    },
    { name: "info", multiple: true, required: false, writable: true },
    { name: "objectClass", multiple: true, required: true, writable: true },
    { name: "objectGUID", multiple: false, required: false, writable: false },
    {
      name: "sAMAccountName",
      multiple: false,
      required: true,
      writable: true,
      equality: "caseIgnore",
    },
    { name: "userAccountControl", multiple: true, required: false, writable: true },
  ]);
});

test("deactivating sets one bit, and fails if the flags were changed meanwhile", async () => {
  const fake = await startActiveDirectory(() => [user(1, "66048"), {}]);
  const { search, writer } = await open(configurationOf(fake));
  const { objects } = await readAll(search(ACCOUNT, 9));
  const [account] = objects;
  if (!account || !writer) throw new Error("No account");
  await writer.setActive(account, false, { version: "7" });
  expect(fake.modifications).toEqual([
    "delete userAccountControl 66048",
    "add userAccountControl 66050",
  ]);
  expect(await failureOf(writer.setActive(account, false, { version: "6" }))).toMatchObject({
    remedy: "changedMeanwhile",
  });
});

test.each([
  ["the naming value", [{ attribute: "cn", add: ["ANN 1"], remove: ["Ann 1"] }], "cn=ANN 1"],
  [
    "the naming value, which the attribute spells in another way than the name",
    [{ attribute: "cn", add: ["ANN 1"], remove: ["ann 1"] }],
    "cn=ANN 1",
  ],
  [
    "the name and the naming value",
    [
      { attribute: "dn", add: [`CN=ANN 1,${BASE}`], remove: [`CN=Ann 1,${BASE}`] },
      { attribute: "cn", add: ["ANN 1"], remove: ["Ann 1"] },
    ],
    "cn=ANN 1",
  ],
])("another case of %s renames the entry and changes no group", async (_what, delta, newRdn) => {
  const fake = await startActiveDirectory(() => [user(1), {}]);
  const { search, writer } = await open(configurationOf(fake));
  const { objects } = await readAll(search(ACCOUNT, 9));
  const [account] = objects;
  if (!account || !writer) throw new Error("No account");
  const more = { attribute: "info", add: ["new"], remove: [] };
  await writer.update(account, [...delta, more], { version: "7" });
  // A change of the attribute that names an entry is refused: notAllowedOnRDN.
  expect(fake.modifications).toEqual([`rename ${newRdn}`, "add info new"]);
});

test("a naming value is never changed on its own", async () => {
  const fake = await startActiveDirectory(() => [user(1), {}]);
  const { search, writer } = await open(configurationOf(fake));
  const { objects } = await readAll(search(ACCOUNT, 9));
  const [account] = objects;
  if (!account || !writer) throw new Error("No account");
  const named = `CN=Ann 1,DC=Example,${BASE.slice("DC=example,".length)}`;
  const delta = [
    { attribute: "dn", add: [named], remove: [`CN=Ann 1,${BASE}`] },
    { attribute: "cn", add: ["ANN 1"], remove: ["Ann 1"] },
  ];
  await writer.update(account, delta, { version: "7" });
  expect(fake.modifications).toEqual([]);
});

test("sync continues at the update sequence number and reports deleted objects", async () => {
  let usn = "100";
  const fake = await startActiveDirectory(
    ({ showsDeleted }) => (showsDeleted ? [user(9), {}] : [user(1), {}]),
    () => usn,
  );
  const connection = await open(configurationOf(fake, { readDeleted: true }));
  const { end } = await readAll(connection.search(ACCOUNT, 9));
  usn = "120";
  const { changes, end: next } = await changesOf(connection.sync?.([ACCOUNT], end.token ?? ""));
  expect(changes).toMatchObject([
    { type: "stored", object: { id: idOf(1) } },
    { type: "removed", objectClass: "user", id: idOf(9) },
  ]);
  expect(fake.searches.at(-1)?.filter).toBe(
    "(&(isdeleted=TRUE)(objectclass=user)(usnchanged>=101))",
  );
  expect(next).toMatchObject({ complete: true });
  expect(next.token).toContain(`"usn":"120"`);
});

test("sync does not continue at another domain controller", async () => {
  let invocation = "A";
  const fake = await startActiveDirectory(
    () => [user(1), {}],
    () => "100",
    () => invocation,
  );
  const connection = await open(configurationOf(fake));
  const { end } = await readAll(connection.search(ACCOUNT, 9));
  invocation = "B";
  await expect(changesOf(connection.sync?.([ACCOUNT], end.token ?? ""))).rejects.toThrow(
    UnusableTokenError,
  );
});
