/** The address as state: every navigation is an event, and leaving with unsaved work asks first. */
import { createEvent, createStore, sample, type Store } from "effector";
import {
  appStarted,
  leavingCancelled,
  leavingConfirmed,
  leavingHeld,
  navigated,
  screenOpened,
  unsavedChanged,
} from "#events/actions/app.ts";
import { clientChosen, clientHeld } from "#events/actions/session.ts";
import { historyFx, unloadGuardFx } from "./ports.ts";
import { createProjection } from "./projection.ts";
import { createAction, createFollowUp, onLive } from "./recorder.ts";

export interface Location {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
}

export function parsePath(path: string): Location {
  const at = path.search(/[?#]/);
  if (at < 0) return { pathname: path, search: "" };
  const search = path.slice(at).replace(/#.*$/s, "");
  return { pathname: path.slice(0, at), search };
}

export const $location = createProjection<Location>(
  "navigation/location",
  { pathname: "/", search: "" },
  (on) => [
    on(appStarted, (_state, { path }) => parsePath(path)),
    on(navigated, (_state, { path }) => parsePath(path)),
    on(clientChosen, (_state, { path }) => parsePath(path)),
  ],
  { keepOnLogout: true },
);

export interface Screen {
  readonly route: string;
  /** The address for which it was opened. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The open screen; null before the first one, also of another client. */
export const $screen = createProjection<Screen | null>(
  "navigation/screen",
  null,
  (on) => [on(screenOpened, (_state, screen) => screen), on(clientChosen, () => null)],
  { keepOnLogout: true },
);

export const $unsaved = createProjection("navigation/unsaved", false, (on) => [
  on(unsavedChanged, (_state, { unsaved }) => unsaved),
  on(leavingConfirmed, () => false),
  on(screenOpened, () => false),
]);

/** Where the user tried to go before the question about unsaved work. */
export const $heldPath = createProjection<string | null>("navigation/held", null, (on) => [
  on(leavingHeld, (_state, { path }) => path),
  on(leavingConfirmed, (held) => held),
  on(leavingCancelled, () => null),
  on(navigated, () => null),
  on(clientHeld, () => null),
]);

/** Navigates to a path of the app; `cause` is the event that caused it, null for a click. */
export const navigateTo = createEvent<{
  readonly path: string;
  readonly replace?: boolean;
  /** The open screen's work is saved, so nothing is asked. */
  readonly saved?: boolean;
  readonly cause: string | null;
}>({ name: "navigateTo" });

/** The browser's back and forward changed the address. */
export const browserMoved = createEvent<{ readonly path: string }>({ name: "browserMoved" });

export const unsavedNow = createFollowUp(unsavedChanged);

const workChanged = createEvent<{ readonly work: string; readonly unsaved: boolean }>();
/** The names of unsaved work: a screen may have several forms. */
const $unsavedWork = createStore<readonly string[]>([], { serialize: "ignore" })
  .on(workChanged, (names, { work, unsaved }) => {
    const others = names.filter((name) => name !== work);
    return unsaved ? [...others, work] : others;
  })
  .on(onLive(screenOpened), () => []);
sample({
  clock: $unsavedWork.map((names) => names.length > 0).updates,
  fn: (unsaved) => ({ payload: { unsaved }, cause: null }),
  target: unsavedNow,
});

/**
 * While the store is true, leaving the screen asks first.
 *
 * @param work the unique name of the work that would be lost
 */
export function guardUnsaved(work: string, $isUnsaved: Store<boolean>): void {
  sample({
    clock: $isUnsaved.updates,
    fn: (unsaved) => ({ work, unsaved }),
    target: workChanged,
  });
}

export const confirmLeaving = createAction(leavingConfirmed);
export const cancelLeaving = createAction(leavingCancelled);
const moved = createFollowUp(navigated);
const held = createFollowUp(leavingHeld);

sample({
  clock: navigateTo,
  source: $unsaved,
  filter: (unsaved, { replace, saved }) => !unsaved || replace === true || saved === true,
  fn: (_unsaved, { path, replace, cause }) => ({
    payload: { path, how: replace ? ("replace" as const) : ("push" as const) },
    cause,
  }),
  target: moved,
});
sample({
  clock: navigateTo,
  source: $unsaved,
  filter: (unsaved, { replace, saved }) => unsaved && replace !== true && saved !== true,
  fn: (_unsaved, { path, cause }) => ({ payload: { path }, cause }),
  target: held,
});

sample({
  clock: onLive(navigated),
  filter: ({ payload }) => payload.how !== "history",
  fn: ({ payload }) => ({ path: payload.path, how: payload.how as "push" | "replace" }),
  target: historyFx,
});

sample({
  clock: onLive(clientChosen),
  fn: ({ payload }) => ({ path: payload.path, how: "push" as const }),
  target: historyFx,
});

sample({
  clock: browserMoved,
  source: $unsaved,
  filter: (unsaved) => !unsaved,
  fn: (_unsaved, { path }) => ({ payload: { path, how: "history" as const }, cause: null }),
  target: moved,
});
sample({
  clock: browserMoved,
  source: $unsaved,
  filter: (unsaved) => unsaved,
  fn: (_unsaved, { path }) => ({ payload: { path }, cause: null }),
  target: held,
});
// The browser has already navigated: restore the open screen's address while the question is open.
sample({
  clock: browserMoved,
  source: { unsaved: $unsaved, location: $location },
  filter: ({ unsaved }) => unsaved,
  fn: ({ location }) => ({ path: location.pathname + location.search, how: "push" as const }),
  target: historyFx,
});

sample({
  clock: onLive(leavingConfirmed),
  source: $heldPath,
  filter: (path) => path !== null,
  fn: (path, { id }) => ({ path: path ?? "/", cause: id }),
  target: navigateTo,
});

sample({
  clock: $unsaved.updates,
  fn: (asks) => ({ asks }),
  target: unloadGuardFx,
});
