/** The matching rules of attribute types (RFC 4517) as equalities. */
import type { Equality } from "#events/entities/objectClass.ts";

const RULES: Readonly<Record<string, Equality>> = {
  booleanmatch: "boolean",
  caseexactia5match: "caseExact",
  caseexactmatch: "caseExact",
  caseignoreia5match: "caseIgnore",
  caseignorelistmatch: "caseIgnore",
  caseignorematch: "caseIgnore",
  distinguishednamematch: "distinguishedName",
  generalizedtimematch: "instant",
  integermatch: "integer",
  numericstringmatch: "numericString",
  objectidentifiermatch: "caseIgnore",
  telephonenumbermatch: "telephoneNumber",
  uuidmatch: "uuid",
};

/** By syntax, for servers whose types name no rule, such as Active Directory, which ignores case. */
const SYNTAXES: Readonly<Record<string, Equality>> = {
  "1.3.6.1.4.1.1466.115.121.1.7": "boolean",
  "1.3.6.1.4.1.1466.115.121.1.12": "distinguishedName",
  "1.3.6.1.4.1.1466.115.121.1.15": "caseIgnore",
  "1.3.6.1.4.1.1466.115.121.1.24": "instant",
  "1.3.6.1.4.1.1466.115.121.1.27": "integer",
  "1.3.6.1.4.1.1466.115.121.1.36": "numericString",
  "1.3.6.1.4.1.1466.115.121.1.50": "telephoneNumber",
  "1.2.840.113556.1.4.905": "caseIgnore",
  "1.2.840.113556.1.4.906": "integer",
};

/** @returns null if only the same text is the same value. */
export function equalityOf(rule: string | null, syntax: string | null): Equality | null {
  if (rule !== null) return RULES[rule.toLowerCase()] ?? null;
  return syntax === null ? null : (SYNTAXES[syntax] ?? null);
}
