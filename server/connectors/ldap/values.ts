/** Values of attributes as text: bytes are in Base64, and ids of Active Directory in their usual form. */
import { isUtf8 } from "node:buffer";
import type { Attributes } from "../contract.ts";
import type { RawEntry } from "./wire/decode.ts";

/** Attributes whose values are bytes, even if some of them could be read as text. */
const BINARY = new Set(
  [
    "audio",
    "authorityRevocationList",
    "cACertificate",
    "certificateRevocationList",
    "crossCertificatePair",
    "jpegPhoto",
    "logonHours",
    "mS-DS-ConsistencyGuid",
    "msExchMailboxGuid",
    "objectGUID",
    "objectSid",
    "photo",
    "sIDHistory",
    "thumbnailLogo",
    "thumbnailPhoto",
    "tokenGroups",
    "userCertificate",
    "userPKCS12",
    "userSMIMECertificate",
    "x500UniqueIdentifier",
  ].map((name) => name.toLowerCase()),
);

/** Attributes that are written and never read: even their hashes must not leave the server. */
const PASSWORDS = new Set(
  [
    "authPassword",
    "dBCSPwd",
    "krbPrincipalKey",
    "lmPwdHistory",
    "ntPwdHistory",
    "pwdHistory",
    "sambaLMPassword",
    "sambaNTPassword",
    "supplementalCredentials",
    "unicodePwd",
    "userPassword",
  ].map((name) => name.toLowerCase()),
);

export function isPassword(attribute: string): boolean {
  return PASSWORDS.has(baseName(attribute));
}

const GUID_ATTRIBUTE = "objectguid";
const PASSWORD_OF_ACTIVE_DIRECTORY = "unicodepwd";

/** An attribute's name in lower case, without `;binary` and ranges. */
export function baseName(name: string): string {
  return name.toLowerCase().replace(/;(?:binary|range=.*)$/, "");
}

export function firstValue({ attributes }: RawEntry, wanted: string): Buffer | undefined {
  return attributes.find(({ name }) => baseName(name) === wanted.toLowerCase())?.values[0];
}

/** Names of attributes are the same in any case. */
export function valuesOf(attributes: Attributes, wanted: string): readonly string[] {
  const isWanted = ([name]: readonly [string, unknown]) =>
    name.toLowerCase() === wanted.toLowerCase();
  return Object.entries(attributes).find(isWanted)?.[1] ?? [];
}

export function decodeValues(name: string, values: readonly Buffer[]): readonly string[] {
  if (name === GUID_ATTRIBUTE) return values.map((value) => decodeId(name, value));
  const isBinary = BINARY.has(name) || !values.every((value) => isUtf8(value));
  return values.map((value) => value.toString(isBinary ? "base64" : "utf8"));
}

/** The opposite of `decodeValues`. */
export function encodeValue(attribute: string, value: string): Buffer {
  const name = baseName(attribute);
  if (name === GUID_ATTRIBUTE) return encodeId(name, value);
  // The password between quotes, in UTF-16 (MS-ADTS 3.1.1.3.1.5.1).
  if (name === PASSWORD_OF_ACTIVE_DIRECTORY) return Buffer.from(`"${value}"`, "utf16le");
  return Buffer.from(value, BINARY.has(name) ? "base64" : "utf8");
}

const GUID_BYTES = 16;
/** A GUID's first three groups are stored with their least significant byte first. */
const GUID_ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
const GUID_TEXT = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function decodeId(attribute: string, value: Buffer): string {
  if (attribute.toLowerCase() === GUID_ATTRIBUTE && value.length === GUID_BYTES) {
    const hex = reorder(value).toString("hex");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }
  return value.toString(isUtf8(value) ? "utf8" : "base64");
}

export function encodeId(attribute: string, id: string): Buffer {
  if (attribute.toLowerCase() === GUID_ATTRIBUTE && GUID_TEXT.test(id)) {
    return reorder(Buffer.from(id.replaceAll("-", ""), "hex"));
  }
  return Buffer.from(id);
}

function reorder(bytes: Buffer): Buffer {
  return Buffer.from(GUID_ORDER.map((index) => bytes[index] ?? 0));
}
