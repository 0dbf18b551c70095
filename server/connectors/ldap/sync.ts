/**
 * Reads what changed since a token. Objects that were deleted, moved out of the base or no longer match the filter are
 * not reported, because they have no `modifyTimestamp`: only a complete read finds them. Active Directory keeps deleted
 * objects for months and shows them to those who may read its container of deleted objects, if the field `readDeleted`
 * is set.
 */
import { Control } from "ldapts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { ConnectorError, UnusableTokenError, type Change, type ReadEnd } from "../contract.ts";
import { all, atLeast, equals, filterOf } from "./filters.ts";
import { kindOf, requestedAttributes } from "./objects.ts";
import { pagedEntries, type Search } from "./paging.ts";
import { parsePosition, readPosition, type Position } from "./position.ts";
import { endOf } from "./read.ts";
import { readRoot } from "./root.ts";
import type { System } from "./system.ts";
import { decodeId, firstValue } from "./values.ts";
import type { Session } from "./wire/session.ts";

const SHOW_DELETED = new Control("1.2.840.113556.1.4.417", { critical: true });

export async function* readChanges(
  system: System,
  classes: readonly ObjectClass[],
  token: string,
): AsyncGenerator<readonly Change[], ReadEnd, void> {
  const { settings } = system;
  const session = await system.session();
  const next = await readPosition(session, settings);
  const from = continuation(token, next);
  if (from === null) throw new UnusableTokenError("The token belongs to another server");

  for (const objectClass of classes) {
    const kind = kindOf(settings, objectClass);
    const search = {
      base: kind.baseDn,
      scope: "sub",
      filter: all(filterOf(kind, objectClass.name), atLeast(from.attribute, from.value)),
      attributes: requestedAttributes(settings, kind, objectClass),
    } as const;
    try {
      for await (const entries of pagedEntries(session, search, settings.pageSize)) {
        const changes: Change[] = [];
        for (const entry of entries) {
          const object = await system.objectOf(objectClass, entry);
          changes.push({ type: "stored", object });
        }
        yield changes;
      }
      if (settings.readDeleted) {
        yield* readDeleted(system, session, objectClass, from);
      }
    } catch (error) {
      if (error instanceof ConnectorError) return endOf(error, next);
      throw error;
    }
  }
  return endOf(null, next);
}

interface From {
  readonly attribute: string;
  readonly value: string;
}

/** @returns null if the token belongs to another server. */
function continuation(token: string, next: string): From | null {
  const before = parsePosition(token);
  const now = parsePosition(next);
  if (before === null || now === null) return null;
  if ("since" in before) {
    return "since" in now ? { attribute: "modifyTimestamp", value: before.since } : null;
  }
  return isSameServer(before, now)
    ? { attribute: "uSNChanged", value: String(BigInt(before.usn) + 1n) }
    : null;
}

function isSameServer(before: Position, now: Position): boolean {
  return "server" in before && "server" in now && before.server === now.server;
}

async function* readDeleted(
  { settings }: System,
  session: Session,
  { name }: ObjectClass,
  { attribute, value }: From,
): AsyncGenerator<readonly Change[], void, void> {
  const { idAttribute, pageSize } = settings;
  const { domain } = await readRoot(session);
  const search: Search = {
    base: domain ?? settings.accounts.baseDn,
    scope: "sub",
    filter: all(
      equals("isDeleted", "TRUE"),
      equals("objectClass", name),
      atLeast(attribute, value),
    ),
    attributes: [idAttribute],
    controls: [SHOW_DELETED],
  };
  for await (const entries of pagedEntries(session, search, pageSize)) {
    yield entries.flatMap((entry): Change[] => {
      const id = firstValue(entry, idAttribute);
      if (!id) return [];
      return [{ type: "removed", objectClass: name, id: decodeId(idAttribute, id) }];
    });
  }
}
