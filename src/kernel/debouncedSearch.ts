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

export function typeSearch(text: string, id: string): SearchText {
  return { text, pendingId: id };
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
