/** The text of a search field as state, and its search: once nobody has typed for a moment. */
import { sample, type EventCallable, type Store } from "effector";
import type { EventDefinition } from "#events/kernel/event.ts";
import { delayFx } from "./ports.ts";
import { onLive, type FollowUp } from "./recorder.ts";

export interface SearchText {
  readonly text: string;
  /** The event of typing that is not searched for yet. */
  readonly pendingId: string | null;
}

export const NO_SEARCH: SearchText = { text: "", pendingId: null };

export function typeSearch(text: string, id: string): SearchText {
  return { text, pendingId: id };
}

/**
 * A list opens at an address. Where somebody is typing, the text stays: the address is of an earlier moment.
 * @param contains what the address searches for; null where another screen opens.
 */
export function openSearch(search: SearchText, contains: string | null): SearchText {
  if (contains === null) return NO_SEARCH;
  return search.pendingId === null ? { text: contains, pendingId: null } : search;
}

const TAG = "search:";

export interface Search {
  readonly typed: EventDefinition<string, { readonly text: string }>;
  readonly $search: Store<SearchText>;
  /** How long nobody types before the text is searched for, in milliseconds. */
  readonly delay: number;
  readonly settle: EventCallable<FollowUp<{ text: string }>>;
}

/** Settles the text once nobody types on. Only the newest is searched for: the delays of the ones before it end unheard. */
export function searchWhenStill({ typed, $search, delay, settle }: Search): void {
  sample({
    clock: onLive(typed),
    fn: ({ id }) => ({ milliseconds: delay, tag: TAG + id }),
    target: delayFx,
  });
  sample({
    clock: delayFx.done,
    source: $search,
    filter: ({ pendingId }, { params }) => pendingId !== null && params.tag === TAG + pendingId,
    fn: ({ text, pendingId }) => ({ payload: { text }, cause: pendingId }),
    target: settle,
  });
}
