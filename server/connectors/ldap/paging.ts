/** Searches in pages (RFC 2696), on one connection. */
import {
  PagedResultsControl,
  PresenceFilter,
  SearchRequest,
  type Control,
  type Filter,
} from "ldapts";
import type { Remedy, TestStep } from "#events/entities/connector.ts";
import { ConnectorError } from "../contract.ts";
import { decodeCookie, type RawEntry, type Result } from "./wire/decode.ts";
import { DamagedMessage } from "./wire/frames.ts";
import { INVALID_NAME, NO_SUCH_OBJECT, SUCCESS } from "./wire/resultCodes.ts";
import type { Session } from "./wire/session.ts";

export interface Search {
  readonly base: string;
  readonly scope: "base" | "sub";
  readonly filter: Filter;
  readonly attributes: readonly string[];
  readonly controls?: readonly Control[];
}

/** ldapts would let the server stop after 10 seconds. */
const NO_LIMITS = { sizeLimit: 0, timeLimit: 0, derefAliases: "never" } as const;

export const ANY_ENTRY: Filter = new PresenceFilter({ attribute: "objectClass" });

/** Empty pages with the same cookie, after which the server does not go on. */
const MAX_STANDSTILL = 3;

/**
 * Pages of at most `pageSize` entries. A server without paging sends all entries in one answer, which are divided.
 *
 * @throws ConnectorError after the entries that arrived before a limit was reached.
 */
export async function* pagedEntries(
  session: Session,
  search: Search,
  pageSize: number,
): AsyncGenerator<readonly RawEntry[], void, void> {
  let cookie = Buffer.alloc(0);
  let standstill = 0;
  for (;;) {
    const control = new PagedResultsControl({ value: { size: pageSize, cookie } });
    const answers = session.answers(
      (messageId) => requestOf(messageId, search, [control, ...(search.controls ?? [])]),
      "read",
    );
    let page: RawEntry[] = [];
    let count = 0;
    let following = Buffer.alloc(0);
    for await (const answer of answers) {
      if (answer.type === "entry") {
        page.push(answer);
        count++;
      }
      const isLast = answer.type === "result";
      if (page.length === pageSize || (isLast && page.length > 0)) {
        yield page;
        page = [];
      }
      if (isLast) following = followingCookie(session, answer);
    }
    // Any bytes are a cookie, and an empty page is not the last one while there is a cookie.
    if (following.length === 0) return;
    standstill = count === 0 && following.equals(cookie) ? standstill + 1 : 0;
    if (standstill === MAX_STANDSTILL) {
      throw new ConnectorError("contentDamaged", "read", "The server repeats an empty page");
    }
    cookie = following;
  }
}

/** @returns the cookie of the next page; empty after the last one. */
function followingCookie(session: Session, result: Result): Buffer<ArrayBuffer> {
  if (result.code !== SUCCESS) {
    throw session.refusal(result, "read", BASE_REMEDIES);
  }
  const value = result.controls.get(PagedResultsControl.type);
  try {
    return Buffer.from(value ? decodeCookie(value) : []);
  } catch (cause) {
    if (!(cause instanceof DamagedMessage)) throw cause;
    throw new ConnectorError("contentDamaged", "read", cause.message, { cause });
  }
}

/** A search whose entries fit in memory. @throws ConnectorError */
export async function findEntries(
  session: Session,
  search: Search,
  step: TestStep = "read",
): Promise<readonly RawEntry[]> {
  const entries: RawEntry[] = [];
  const answers = session.answers(
    (messageId) => requestOf(messageId, search, [...(search.controls ?? [])]),
    step,
  );
  for await (const answer of answers) {
    if (answer.type === "entry") entries.push(answer);
    else if (answer.code !== SUCCESS) throw session.refusal(answer, step, BASE_REMEDIES);
  }
  return entries;
}

/** A base that does not exist or is not a name. */
const BASE_REMEDIES = { [NO_SUCH_OBJECT]: "baseMissing", [INVALID_NAME]: "baseMissing" } as const;

const ABSENT: ReadonlySet<Remedy> = new Set(["baseMissing", "redirected"]);

/**
 * The entry with this name; null if it does not exist, does not match or is on another server.
 *
 * @throws ConnectorError
 */
export async function findEntry(
  session: Session,
  dn: string,
  attributes: readonly string[],
  filter: Filter = ANY_ENTRY,
): Promise<RawEntry | null> {
  try {
    const search: Search = { base: dn, scope: "base", filter, attributes };
    const [entry = null] = await findEntries(session, search);
    return entry;
  } catch (error) {
    if (error instanceof ConnectorError && ABSENT.has(error.remedy)) return null;
    throw error;
  }
}

function requestOf(
  messageId: number,
  { base, scope, filter, attributes }: Search,
  controls: Control[],
): SearchRequest {
  return new SearchRequest({
    messageId,
    baseDN: base,
    scope,
    filter,
    attributes: [...attributes],
    controls,
    ...NO_LIMITS,
  });
}
