/** The rows to request during scrolling: those that will be visible when the answer arrives. */
import { createEvent, createStore, sample } from "effector";
import { prefetchWindow } from "./prefetchWindow.ts";
import { $builder, scrollTable } from "../model.ts";

interface Seen {
  readonly start: number;
  readonly end: number;
  /** Rows scrolled since the last frame; negative upwards. */
  readonly moved: number;
}

/** The table shows the rows from `start` to before `end`. */
export const showRows = createEvent<{ readonly start: number; readonly end: number }>();

const $seen = createStore<Seen>({ start: 0, end: 0, moved: 0 }, { serialize: "ignore" }).on(
  showRows,
  (before, { start, end }) => ({ start, end, moved: start - before.start }),
);
const wanted = sample({
  clock: $seen.updates,
  source: $builder,
  fn: ({ window }, seen) => prefetchWindow(seen, seen.moved, window),
});
sample({ clock: wanted.filterMap((window) => window ?? undefined), target: scrollTable });
