/** The text of a search field as state, and its debounced search. */
import type { EventCallable, Store } from "effector";
import type { EventDefinition } from "#events/kernel/event.ts";
import { settleWhenStill } from "./debounce.ts";
import type { FollowUp } from "./recorder.ts";

export interface SearchText {
  readonly text: string;
  /** The event of typing that is not searched for yet. */
  readonly pendingId: string | null;
}

export function typeSearch(text: string, id: string): SearchText {
  return { text, pendingId: id };
}

export interface Search {
  readonly typed: EventDefinition<string, { readonly text: string }>;
  readonly $search: Store<SearchText>;
  /** The debounce delay in milliseconds. */
  readonly delay: number;
  readonly settle: EventCallable<FollowUp<{ text: string }>>;
}

/** Debounces the text. Only the newest is searched for; earlier delays are ignored. */
export function searchWhenStill({ typed, $search, delay, settle }: Search): void {
  settleWhenStill({
    tag: "search:",
    changed: [typed],
    $state: $search,
    delay,
    payloadOf: ({ text }) => ({ text }),
    settle,
  });
}
