/** The roles of policies: a JSON list of role oids, or of origins with their role oids, as bytes in pieces. */
import { message } from "#events/messages/message.ts";
import { pathText } from "#events/rules/policyPaths.ts";
import { JsonScanner, recordFields } from "./jsonScanner.ts";
import type { RoleOidColumn } from "./reportColumns.ts";
import { RoleOidsBuilder } from "./roleOidColumn.ts";

/** What grants roles to an org. */
export interface RoleOrigin {
  /** The names from the org whose policy grants them down; empty for the org's own policy. */
  readonly path: string;
  /** The name of the access role in that policy; null if the policy has the roles themselves. */
  readonly accessRole: string | null;
}

export interface PolicyRoles {
  readonly roleOids: RoleOidColumn;
  /** The origins in the order of their roles, each with the place after its last role. */
  readonly origins: readonly { readonly origin: RoleOrigin; readonly end: number }[];
}

export const NO_ROLES: PolicyRoles = {
  roleOids: { uuids: new Uint8Array(0), others: new Map() },
  origins: [],
};

const LIST = message("data.list");
const ROLE_OID = message("data.roleOid");
const ORIGIN = message("data.origin");
const NAME = message("data.name");
const FIELDS = recordFields("path", "accessRole", "roleOids");
const [PATH, ACCESS_ROLE] = [0, 1];

/** @throws ReportError if the bytes are neither of the two lists */
export function readPolicy(pieces: readonly Uint8Array[]): PolicyRoles {
  const scanner = new JsonScanner();
  for (const piece of pieces) scanner.push(piece);
  scanner.end();
  const oids = new RoleOidsBuilder();
  const origins: PolicyRoles["origins"][number][] = [];

  function eachItem(read: () => void): void {
    const list = scanner.enterArray(LIST);
    while (scanner.nextItem(list)) read();
  }
  function readName(): string {
    scanner.readString(NAME);
    return scanner.text();
  }
  function readOid(): void {
    scanner.readString(ROLE_OID);
    if (scanner.textIsPlain) oids.addBytes(scanner.bytes, scanner.textStart, scanner.textEnd);
    else oids.addText(scanner.text());
  }
  function readOrigin(): void {
    const path: string[] = [];
    let accessRole: string | null = null;
    scanner.readRecord(FIELDS, ORIGIN, (field) => {
      if (field === PATH) eachItem(() => path.push(readName()));
      else if (field !== ACCESS_ROLE) eachItem(readOid);
      else if (scanner.isAtString()) accessRole = readName();
      else scanner.skipValue();
    });
    origins.push({ origin: { path: pathText(path), accessRole }, end: oids.count });
  }

  eachItem(() => (scanner.isAtRecord() ? readOrigin() : readOid()));
  scanner.readEnd();
  return { roleOids: oids.finish(), origins };
}

/** The origin of the role at that place of the list; null for a role without one. */
export function originAt({ origins }: PolicyRoles, place: number): RoleOrigin | null {
  return origins.find(({ end }) => place < end)?.origin ?? null;
}
