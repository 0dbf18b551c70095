import { UUID_LENGTH, writeUuidText } from "../../columns/roleOidBytes.ts";
import { sessionAt, type CoreState } from "../coreState.ts";
import { forEachAppliedRole } from "../roles/appliedRoles.ts";

export interface ApplyBody {
  /** How many role oids there are. */
  readonly roles: number;
  /** A JSON array of them. */
  readonly json: Blob;
}

/** Bytes of JSON that are made at a time; the browser takes a copy of each, so that one buffer is enough. */
const PIECE = 1 << 20;
const QUOTE = 0x22;

/**
 * The role oids of `applyList` as the body of a request, for lists that are too long to be made into texts on the main
 * thread. O(roles), about 40 bytes each. Null when the generation is stale.
 */
export function applyBody(core: CoreState, generation: number): ApplyBody | null {
  const session = sessionAt(core, generation);
  if (session === null) return null;
  const { uuids, others } = session.columns.roleOids;
  const parts: (Blob | string)[] = [];
  const piece = new Uint8Array(PIECE);
  let at = 0;
  let roles = 0;
  const cut = (): void => {
    parts.push(new Blob([piece.subarray(0, at)]));
    at = 0;
  };
  forEachAppliedRole(session, (row) => {
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
  return { roles, json: new Blob(parts, { type: "application/json" }) };
}
