/** The role oids of a policy: a JSON list as bytes that arrive in pieces. */
import { message } from "#events/messages/message.ts";
import { MORE_NEEDED } from "./jsonInput.ts";
import { JsonScanner, type Opened } from "./jsonScanner.ts";
import type { RoleOidColumn } from "./reportColumns.ts";
import { RoleOidsBuilder } from "./roleOidColumn.ts";

const LIST = message("data.list");
const ROLE_OID = message("data.roleOid");

export const NO_ROLES: RoleOidColumn = { uuids: new Uint8Array(0), others: new Map() };

/** @throws ReportError if the bytes are not a JSON list of texts */
export function readPolicy(pieces: readonly Uint8Array[]): RoleOidColumn {
  const scanner = new JsonScanner();
  const oids = new RoleOidsBuilder();
  let list: Opened | null = null;
  let isOver = false;
  const readOn = (): void => {
    let { position } = scanner;
    let isNew = list?.isNew ?? true;
    try {
      list ??= scanner.enterArray(LIST);
      while (!isOver) {
        ({ position } = scanner);
        ({ isNew } = list);
        isOver = !scanner.nextItem(list);
        if (isOver) break;
        scanner.readString(ROLE_OID);
        if (scanner.textIsPlain) oids.addBytes(scanner.bytes, scanner.textStart, scanner.textEnd);
        else oids.addText(scanner.text());
      }
      scanner.readEnd();
    } catch (error) {
      if (error !== MORE_NEEDED) throw error;
      scanner.position = position;
      if (list) list.isNew = isNew;
    }
  };
  for (const piece of pieces) if (scanner.push(piece)) readOn();
  scanner.end();
  readOn();
  return oids.finish();
}
