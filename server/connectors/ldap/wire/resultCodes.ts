/** Result codes of LDAP (RFC 4511, RFC 4528) and what to do about them. */
import type { Remedy } from "#events/entities/connector.ts";

export const SUCCESS = 0;
export const NO_SUCH_ATTRIBUTE = 16;
export const UNDEFINED_ATTRIBUTE = 17;
export const NO_SUCH_OBJECT = 32;
export const INVALID_NAME = 34;

interface Code {
  readonly name: string;
  readonly remedy: Remedy;
}

const CODES: Readonly<Record<number, Code>> = {
  1: { name: "operationsError", remedy: "systemFailed" },
  2: { name: "protocolError", remedy: "systemFailed" },
  3: { name: "timeLimitExceeded", remedy: "limitReached" },
  4: { name: "sizeLimitExceeded", remedy: "limitReached" },
  7: { name: "authMethodNotSupported", remedy: "notAllowed" },
  8: { name: "strongerAuthRequired", remedy: "notAllowed" },
  10: { name: "referral", remedy: "redirected" },
  11: { name: "adminLimitExceeded", remedy: "limitReached" },
  12: { name: "unavailableCriticalExtension", remedy: "notAllowed" },
  13: { name: "confidentialityRequired", remedy: "notAllowed" },
  16: { name: "noSuchAttribute", remedy: "valueRefused" },
  17: { name: "undefinedAttributeType", remedy: "valueRefused" },
  18: { name: "inappropriateMatching", remedy: "statementRefused" },
  19: { name: "constraintViolation", remedy: "valueRefused" },
  20: { name: "attributeOrValueExists", remedy: "valueRefused" },
  21: { name: "invalidAttributeSyntax", remedy: "valueRefused" },
  32: { name: "noSuchObject", remedy: "notFound" },
  34: { name: "invalidDNSyntax", remedy: "valueRefused" },
  48: { name: "inappropriateAuthentication", remedy: "credentialsRefused" },
  49: { name: "invalidCredentials", remedy: "credentialsRefused" },
  50: { name: "insufficientAccessRights", remedy: "notAllowed" },
  51: { name: "busy", remedy: "rateLimited" },
  52: { name: "unavailable", remedy: "systemFailed" },
  53: { name: "unwillingToPerform", remedy: "notAllowed" },
  64: { name: "namingViolation", remedy: "valueRefused" },
  65: { name: "objectClassViolation", remedy: "valueRefused" },
  66: { name: "notAllowedOnNonLeaf", remedy: "notAllowed" },
  67: { name: "notAllowedOnRDN", remedy: "notAllowed" },
  68: { name: "entryAlreadyExists", remedy: "objectExists" },
  69: { name: "objectClassModsProhibited", remedy: "notAllowed" },
  122: { name: "assertionFailed", remedy: "changedMeanwhile" },
};

export function remedyOf(code: number): Remedy {
  return CODES[code]?.remedy ?? "systemFailed";
}

/** Such as `noSuchObject (32)`. */
export function nameOf(code: number): string {
  return `${CODES[code]?.name ?? "error"} (${code})`;
}
