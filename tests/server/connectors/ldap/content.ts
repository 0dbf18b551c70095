/** The content of the LDAP server of the tests, and the configuration that reads it. */
import type { Configuration } from "#server/connectors/contract.ts";
import { SUFFIX, treeLdif, type Slapd } from "../../support/slapd.ts";

export const PEOPLE = `ou=people,${SUFFIX}`;
export const GROUPS = `ou=groups,${SUFFIX}`;
export const SPECIAL = `ou=special,${SUFFIX}`;
export const READER = { dn: `uid=reader,${SUFFIX}`, password: "Lese;geheim" };
/** May read 500 entries. */
export const LIMITED = { dn: `uid=limited,${SUFFIX}`, password: "limited-password" };

interface BindUser {
  readonly dn: string;
  readonly password: string;
}

/** Without encryption. */
export function configurationOf(
  { port }: Pick<Slapd, "port">,
  { dn, password }: BindUser = READER,
  differences: Configuration = {},
): Configuration {
  return {
    vendor: "OPENLDAP",
    host: "127.0.0.1",
    port,
    security: "NONE",
    bindDn: dn,
    password,
    baseDn: PEOPLE,
    groupBaseDn: GROUPS,
    readGroups: true,
    pageSize: 1_000,
    ...differences,
  };
}

export const PERSON_COUNT = 20_000;
export const MEMBER_COUNT = 5_000;

const base64 = (text: string): string => Buffer.from(text).toString("base64");

function person(uid: string, base: string, lines: readonly string[] = []): string {
  return `dn: uid=${uid},${base}
objectClass: inetOrgPerson
uid: ${uid}
cn: Person ${uid}
sn: ${uid}
${lines.map((line) => `${line}\n`).join("")}
`;
}

export function content(personCount: number, memberCount: number): string {
  const parts = [
    treeLdif(["people", "groups", "special"]),
    ...[READER, LIMITED].map(({ dn, password }) =>
      person(/uid=(\w+)/.exec(dn)?.[1] ?? "", SUFFIX, [`userPassword: ${password}`]),
    ),
    // The server answers a search with a reference to another server.
    `dn: cn=elsewhere,${PEOPLE}\nobjectClass: referral\nobjectClass: extensibleObject\ncn: elsewhere\nref: ldap://127.0.0.1:1/dc=elsewhere\n\n`,
    person("locked", SPECIAL, ["pwdAccountLockedTime: 000001010000Z"]),
    person("photo", SPECIAL, [`jpegPhoto:: ${Buffer.from([255, 216, 0, 1]).toString("base64")}`]),
  ];
  const numbers = Array.from({ length: memberCount }, (_, index) => index);
  parts.push(
    person(
      "many",
      SPECIAL,
      numbers.map((index) => `mail: address${index}@example.test`),
    ),
    `dn: cn=everyone,${GROUPS}
objectClass: groupOfNames
cn: everyone
description:: ${base64("Für alle")}
${numbers.map((index) => `member: UID=USER${index}, OU=People,DC=example,dc=test`).join("\n")}
member: cn=nobody,${GROUPS}
member: uid=refers,cn=elsewhere,${PEOPLE}

`,
  );
  parts.push(
    `dn: cn=unix,${GROUPS}\nobjectClass: posixGroup\ncn: unix\ngidNumber: 1\nmemberUid: MANY\nmemberUid: missing\n\n`,
    `dn: cn=unique,${GROUPS}\nobjectClass: groupOfUniqueNames\ncn: unique\nuniqueMember: uid=many,${SPECIAL}#'01'B\n\n`,
  );
  for (let index = 0; index < personCount; index++) {
    parts.push(person(`user${index}`, PEOPLE, [`mail: user${index}@example.test`]));
  }
  return parts.join("");
}

/**
 * The same content, whose accounts and groups were last changed long ago. A read of changes repeats what was changed in
 * the last minutes before it.
 */
export function backdated(ldif: string): string {
  return ldif.replaceAll(
    /^objectClass: (?:inetOrgPerson|groupOfNames)$/gm,
    "$&\nmodifyTimestamp: 20200101000000Z",
  );
}
