/** A fake Active Directory with users. */
import type { Configuration } from "#server/connectors/contract.ts";
import {
  startFake,
  type AskedSearch,
  type FakeDirectory,
  type FakeEntry,
  type Reply,
} from "./fakeDirectory.ts";

export const BASE = "DC=example,DC=test";
const SCHEMA = `CN=Aggregate,CN=Schema,${BASE}`;
const SERVICE = `CN=NTDS Settings,CN=DC1,${BASE}`;
export const GUID = Buffer.from("00112233445566778899aabbccddeeff", "hex");
export const GUID_TEXT = "33221100-5544-7766-8899-aabbccddeeff";

export function configurationOf(
  { port }: FakeDirectory,
  differences: Configuration = {},
): Configuration {
  return {
    vendor: "ACTIVE_DIRECTORY",
    host: "127.0.0.1",
    port,
    security: "NONE",
    bindDn: "admin@example.test",
    password: "x",
    baseDn: BASE,
    pageSize: 1_000,
    ...differences,
  };
}

export function user(number: number, control = "512"): FakeEntry {
  const guid = Buffer.from(GUID);
  guid[15] = number;
  return {
    dn: `CN=Ann ${number},${BASE}`,
    attributes: {
      objectGUID: [guid],
      sAMAccountName: [`ann${number}`],
      userAccountControl: [control],
      uSNChanged: ["7"],
      objectSid: [Buffer.from([1, 5, 0, 0])],
    },
  };
}

export const idOf = (number: number): string =>
  `${GUID_TEXT.slice(0, -2)}${number.toString(16).padStart(2, "0")}`;

const CLASSES: FakeEntry = {
  dn: SCHEMA,
  attributes: {
    attributeTypes: [
      "( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' SYNTAX '1.3.6.1.4.1.1466.115.121.1.15' SINGLE-VALUE )",
      "( 1.2.840.113556.1.4.2 NAME 'objectGUID' SYNTAX '1.3.6.1.4.1.1466.115.121.1.40' SINGLE-VALUE NO-USER-MODIFICATION )",
      "( 2.5.4.31 NAME 'member' SYNTAX '1.3.6.1.4.1.1466.115.121.1.12' )",
    ],
    objectClasses: [
      "( 2.5.6.0 NAME 'top' ABSTRACT MUST (objectClass ) MAY (cn $ objectGUID ) )",
      "( 1.2.840.113556.1.5.9 NAME 'user' SUP top STRUCTURAL MAY (userAccountControl ) )",
      "( 1.2.840.113556.1.5.6 NAME 'securityPrincipal' SUP top AUXILIARY MUST (sAMAccountName ) )",
      "( 1.2.840.113556.1.5.8 NAME 'group' SUP top STRUCTURAL MAY (member ) )",
    ],
    dITContentRules: ["( 1.2.840.113556.1.5.9 NAME 'user' AUX ( securityPrincipal ) MAY (info ) )"],
  },
};

export const answerWith = (...entries: readonly FakeEntry[]): readonly Reply[] => [...entries, {}];

/** @param answer answers what the directory does not answer about itself. */
export function startActiveDirectory(
  answer: (asked: AskedSearch) => readonly Reply[],
  usn = () => "100",
  invocation = () => "A",
): Promise<FakeDirectory> {
  return startFake((asked) => {
    if (asked.base === "") {
      const attributes: FakeEntry["attributes"] = {
        subschemaSubentry: [SCHEMA],
        highestCommittedUSN: [usn()],
        dsServiceName: [SERVICE],
        defaultNamingContext: [BASE],
      };
      return answerWith({ dn: "", attributes });
    }
    if (asked.base === SCHEMA) return answerWith(CLASSES);
    if (asked.base === SERVICE) {
      return answerWith({ dn: SERVICE, attributes: { invocationId: [invocation()] } });
    }
    return answer(asked);
  });
}
