/**
 * Determines the valid records of the access table from the existing identities, and lists each account's entitlements.
 * Pure and linear in the number of records.
 */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { NONE, type AccessTable } from "./readAccess.ts";
import type { Rejection } from "./types.ts";
import { Rejections } from "./values.ts";

export interface ResolvedAccess {
  /** By resource, account and entitlement of the table: 1 if a valid record names it. */
  readonly resourceUsed: Uint8Array;
  readonly accountUsed: Uint8Array;
  readonly entitlementUsed: Uint8Array;
  /** By account: index into the table's `identityIds`, or NONE for an orphaned account. */
  readonly accountIdentities: Int32Array;
  /** The entitlements of account a are `heldEntitlements[offsets[a] .. offsets[a + 1])`, possibly with repeats. */
  readonly offsets: Int32Array;
  readonly heldEntitlements: Int32Array;
  /** All rejected records of the table, by line. */
  readonly rejected: readonly Rejection[];
  readonly rejectedWithEntitlement: number;
}

/**
 * @param known by index into `access.identityIds`: 1 if the directory or the identities file has the identity.
 * @param connected names of resources that imports of a connected system fill.
 */
export function resolveAccess(
  access: AccessTable,
  known: Uint8Array,
  connected: ReadonlySet<string>,
): ResolvedAccess {
  const { rows } = access;
  const accountCount = access.accountNames.length;
  const resourceUsed = new Uint8Array(access.resourceNames.length);
  const accountUsed = new Uint8Array(accountCount);
  const entitlementUsed = new Uint8Array(access.entitlementNames.length);
  const accountIdentities = new Int32Array(accountCount).fill(NONE);
  const accountLines = new Int32Array(accountCount);
  const offsets = new Int32Array(accountCount + 1);
  const holds = new Uint8Array(rows.lines.length);
  const rejections = new Rejections(access.name);
  const isConnected = access.resourceNames.map((name) => connected.has(name));
  let rejectedWithEntitlement = access.rejectedWithEntitlement;

  for (let row = 0; row < rows.lines.length; row++) {
    const account = at(rows.accounts, row);
    const identity = at(rows.identities, row);
    const entitlement = at(rows.entitlements, row);
    const line = at(rows.lines, row);
    const resource = at(access.accountResources, account);
    if (isConnected[resource]) {
      rejections.add(
        line,
        "resource",
        "CONNECTED_SYSTEM",
        message("import.connectedSystem", { resource: access.resourceNames[resource] ?? "" }),
      );
    } else if (identity !== NONE && known[identity] !== 1) {
      rejections.add(
        line,
        "identityId",
        "UNKNOWN_IDENTITY",
        message("import.unknownIdentity", { id: access.identityIds[identity] ?? "" }),
      );
    } else if (accountUsed[account] === 1 && accountIdentities[account] !== identity) {
      rejections.add(
        line,
        "identityId",
        "CONFLICT",
        message("import.twoOwners", {
          account: access.accountNames[account] ?? "",
          owner: ownerOf(access, at(accountIdentities, account)),
          line: at(accountLines, account),
          other: ownerOf(access, identity),
        }),
      );
    } else {
      holds[row] = 1;
      resourceUsed[resource] = 1;
      if (accountUsed[account] === 0) {
        accountUsed[account] = 1;
        accountIdentities[account] = identity;
        accountLines[account] = line;
      }
      if (entitlement !== NONE) {
        entitlementUsed[entitlement] = 1;
        offsets[account + 1] = at(offsets, account + 1) + 1;
      }
      continue;
    }
    if (entitlement !== NONE) rejectedWithEntitlement++;
  }

  for (let account = 0; account < accountCount; account++) {
    offsets[account + 1] = at(offsets, account + 1) + at(offsets, account);
  }
  return {
    resourceUsed,
    accountUsed,
    entitlementUsed,
    accountIdentities,
    offsets,
    heldEntitlements: fillHeld(access, holds, offsets),
    rejected: [...access.rejected, ...rejections.list].sort((a, b) => a.line - b.line),
    rejectedWithEntitlement,
  };
}

function fillHeld(access: AccessTable, holds: Uint8Array, offsets: Int32Array): Int32Array {
  const { accounts, entitlements } = access.rows;
  const next = offsets.slice();
  const held = new Int32Array(at(offsets, offsets.length - 1));
  for (let row = 0; row < holds.length; row++) {
    const entitlement = at(entitlements, row);
    if (holds[row] !== 1 || entitlement === NONE) continue;
    const account = at(accounts, row);
    const place = at(next, account);
    held[place] = entitlement;
    next[account] = place + 1;
  }
  return held;
}

function ownerOf(access: AccessTable, identity: number): string | Message {
  return identity === NONE ? message("import.noOwner") : (access.identityIds[identity] ?? "");
}

/** An element that is known to exist. */
function at(column: Int32Array, index: number): number {
  return column[index] ?? 0;
}
