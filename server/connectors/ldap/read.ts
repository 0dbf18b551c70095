/**
 * Reads all objects of a class, page by page. Read the accounts before the groups: members of groups are then known
 * without a request each.
 */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { ConnectorError, type Pages, type ReadEnd, type SystemObject } from "../contract.ts";
import { filterOf } from "./filters.ts";
import { kindOf, requestedAttributes } from "./objects.ts";
import { pagedEntries } from "./paging.ts";
import type { System } from "./system.ts";

/** @throws ConnectorError if nothing could be read. A later failure ends the read incompletely. */
export async function* readObjects(
  system: System,
  objectClass: ObjectClass,
  pageSize: number,
): Pages {
  const { settings, index } = system;
  const kind = kindOf(settings, objectClass);
  const filter = filterOf(kind, objectClass.name);
  const session = await system.session();
  const token = await system.position();
  const search = {
    base: kind.baseDn,
    scope: "sub",
    filter,
    attributes: requestedAttributes(settings, kind, objectClass),
  } as const;

  let problem: ConnectorError | null = null;
  let hasRead = false;
  try {
    for await (const entries of pagedEntries(
      session,
      search,
      Math.min(pageSize, settings.pageSize),
    )) {
      const objects: SystemObject[] = [];
      for (const entry of entries) {
        try {
          objects.push(await system.objectOf(objectClass, entry));
        } catch (error) {
          if (!(error instanceof ConnectorError) || error.remedy !== "missingColumn") throw error;
          // The other objects are readable, but the read is not complete without this one.
          problem ??= error;
        }
      }
      hasRead = true;
      if (objects.length > 0) yield objects;
    }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (!hasRead && error.remedy !== "limitReached") throw error;
    problem = error;
  }
  if (problem === null && kind.role === "account") index.complete();
  return endOf(problem, token);
}

export function endOf(problem: ConnectorError | null, token: string): ReadEnd {
  return problem ? { complete: false, token: null, problem } : { complete: true, token, problem };
}
