/**
 * Reads lists page by page: by index (RFC 7644, section 3.4.2.4) or by cursor (RFC 9865).
 *
 * An index moves when another client adds or removes a resource during the read, so a page may repeat or omit resources. A
 * list is complete only if its total stayed the same and so many different resources were read; otherwise it is read once
 * more, and only resources that were not seen yet are returned. Memory grows with the ids that were read.
 */
import { ConnectorError } from "../contract.ts";
import type { Reply, ScimClient } from "./client.ts";
import { asObjects, get, getNumber, getText, type Json } from "./json.ts";
import type { Service } from "./schema.ts";

export interface ListEnd {
  readonly complete: boolean;
  readonly problem: ConnectorError | null;
  /** The service's time when the read began. */
  readonly date: number | null;
}

export type List = AsyncGenerator<readonly Json[], ListEnd, void>;

const MAX_PASSES = 2;

/** Failures end the list as incomplete. */
export async function* readList(
  client: ScimClient,
  { supportsCursor, maxPage }: Pick<Service, "supportsCursor" | "maxPage">,
  endpoint: string,
  pageSize: number,
  filter: string | null = null,
): List {
  const most = maxPage !== null && maxPage > 0 ? maxPage : pageSize;
  const count = String(Math.max(1, Math.floor(Math.min(pageSize, most))));
  const seen = new Set<string>();
  let date: number | null = null;
  const request = async (parameters: Readonly<Record<string, string>>): Promise<Reply> => {
    const query = new URLSearchParams({ ...(filter !== null && { filter }), ...parameters, count });
    const reply = await client.request("GET", `${endpoint}?${query.toString()}`);
    date ??= reply.date;
    return reply;
  };
  try {
    const read = supportsCursor ? byCursor(request, seen) : byIndex(request, seen);
    for (;;) {
      const step = await read.next();
      if (step.done === true) return { complete: step.value === null, problem: step.value, date };
      // A service may send more than it was asked for.
      for (let at = 0; at < step.value.length; at += pageSize) {
        yield step.value.slice(at, at + pageSize);
      }
    }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { complete: false, problem: error, date };
  }
}

type Fetch = (parameters: Readonly<Record<string, string>>) => Promise<Reply>;
type Pass = AsyncGenerator<readonly Json[], ConnectorError | null, void>;

async function* byIndex(request: Fetch, seen: Set<string>): Pass {
  for (let pass = 1; ; pass++) {
    const inPass = new Set<string>();
    let start = 1;
    let total: number | null = null;
    let isStable = true;
    for (;;) {
      const { body } = await request({ startIndex: String(start) });
      const page = resourcesOf(body);
      const ofPage = getNumber(body, "totalResults");
      if (ofPage === null) throw damaged("unreadable", "A list has no totalResults.");
      isStable &&= total === null || total === ofPage;
      total = ofPage;
      const before = inPass.size;
      const fresh = takeUnseen(page, seen, inPass);
      if (fresh.length > 0) yield fresh;
      start += page.length;
      // A service that ignores the index would send the same page for ever.
      if (page.length === 0 || inPass.size === before || inPass.size >= total) break;
    }
    if (isStable && inPass.size === total) return null;
    if (pass === MAX_PASSES) {
      return damaged(
        "contentDamaged",
        isStable
          ? `The service reports ${total} resources and sent ${inPass.size}.`
          : "The number of resources changed while they were read.",
      );
    }
  }
}

async function* byCursor(request: Fetch, seen: Set<string>): Pass {
  let cursor = "";
  const cursors = new Set<string>();
  for (;;) {
    const { body } = await request({ cursor });
    const fresh = takeUnseen(resourcesOf(body), seen, seen);
    if (fresh.length > 0) yield fresh;
    const next = getText(body, "nextCursor");
    if (next === null || next === "") {
      const total = getNumber(body, "totalResults");
      return total === null || seen.size >= total
        ? null
        : damaged(
            "contentDamaged",
            `The service reports ${total} resources and sent ${seen.size}.`,
          );
    }
    if (cursors.has(next)) return damaged("contentDamaged", "The service repeats a cursor.");
    cursors.add(next);
    cursor = next;
  }
}

function resourcesOf(body: Json): readonly Json[] {
  const list = get(body, "Resources");
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw damaged("unreadable", "A list has no Resources.");
  const objects = asObjects(list);
  if (objects.length < list.length)
    throw damaged("unreadable", "A list has other values than resources.");
  return objects;
}

/** Adds the ids of a page to both sets. @returns the resources that were not in `seen`. */
function takeUnseen(
  page: readonly Json[],
  seen: Set<string>,
  inPass: Set<string>,
): readonly Json[] {
  return page.filter((resource) => {
    const id = getText(resource, "id") ?? "";
    if (id === "") throw damaged("contentDamaged", "A resource has no id.");
    const isNew = !seen.has(id);
    seen.add(id);
    inPass.add(id);
    return isNew;
  });
}

function damaged(remedy: "contentDamaged" | "unreadable", detail: string): ConnectorError {
  return new ConnectorError(remedy, "read", detail);
}
