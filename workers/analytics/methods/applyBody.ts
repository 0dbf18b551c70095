import type { EntitlementRow } from "../../columns/units.ts";
import { UUID_LENGTH, writeUuidText } from "../../columns/roleOidBytes.ts";
import { sessionAt, type CoreState } from "../coreState.ts";
import type { ReportSession } from "../reportSession.ts";
import { forEachAppliedRole, forEachRemovedRole } from "../roles/appliedRoles.ts";

export interface ApplyBody {
  /** Number of role oids, including those to remove. */
  readonly roles: number;
  /** A JSON array of the oids to add, or an object `{ add, remove }` of two arrays if some are removed. */
  readonly json: Blob;
}

/** Bytes of JSON per piece; the browser copies each, so one buffer is enough. */
const PIECE = 1 << 20;
const QUOTE = 0x22;

/**
 * The role oids of `applyList` as a request body, for lists too long to serialize on the main thread. O(roles), about
 * 40 bytes each. Null if the generation is stale.
 */
export function applyBody(core: CoreState, generation: number): ApplyBody | null {
  const session = sessionAt(core, generation);
  if (session === null) return null;
  const parts: (Blob | string)[] = [];
  const added = writeList(session, forEachAppliedRole, parts);
  const removedParts: (Blob | string)[] = [];
  const removed = writeList(session, forEachRemovedRole, removedParts);
  const body = removed === 0 ? parts : ['{"add":', ...parts, ',"remove":', ...removedParts, "}"];
  return { roles: added + removed, json: new Blob(body, { type: "application/json" }) };
}

/** Adds a JSON array of the roles to `parts`; returns how many there are. */
function writeList(
  session: ReportSession,
  forEachRole: (session: ReportSession, take: (row: EntitlementRow) => void) => void,
  parts: (Blob | string)[],
): number {
  const { uuids, others } = session.columns.roleOids;
  const piece = new Uint8Array(PIECE);
  let at = 0;
  let roles = 0;
  const cut = (): void => {
    parts.push(new Blob([piece.subarray(0, at)]));
    at = 0;
  };
  forEachRole(session, (row) => {
    if (at + UUID_LENGTH + 3 > PIECE) cut();
    piece[at++] = roles++ === 0 ? 0x5b : 0x2c;
    const other = others.size === 0 ? undefined : others.get(row);
    if (other === undefined) {
      piece[at++] = QUOTE;
      at = writeUuidText(uuids, row * 16, piece, at);
      piece[at++] = QUOTE;
    } else {
      cut();
      parts.push(JSON.stringify(other));
    }
  });
  cut();
  parts.push(roles === 0 ? "[]" : "]");
  return roles;
}
