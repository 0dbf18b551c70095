/** A dialog or panel about a subject, such as a row that the user opened. It closes when the user leaves the page. */
import type { Store } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import type { EventDefinition, EventInfo } from "#events/kernel/event.ts";
import { parsePath } from "./navigation.ts";
import { createProjection, type ProjectionOptions } from "./projection.ts";

interface State<Subject> {
  readonly subject: Subject | null;
  readonly pathname: string | null;
}

interface DialogOptions extends ProjectionOptions {
  /** Further events that close it. */
  readonly closesOn?: readonly EventInfo[];
}

/**
 * @param name of the projection
 * @param opened the user opens the dialog, or closes it
 * @param subjectOf null closes it
 * @param options of its projection; a subject of another shape needs a higher version than the default
 * @returns the open subject; null while the dialog is closed
 */
export function createDialog<Payload, Subject>(
  name: string,
  opened: EventDefinition<string, Payload>,
  subjectOf: (payload: Payload) => Subject | null,
  { closesOn = [], ...options }: DialogOptions = {},
): Store<Subject | null> {
  const initial: State<Subject> = { subject: null, pathname: null };
  const $state = createProjection<State<Subject>>(
    name,
    initial,
    (on) => [
      on(opened, (state, payload) => ({ ...state, subject: subjectOf(payload) })),
      on(screenOpened, (state, { path }) => {
        const { pathname } = parsePath(path);
        return pathname === state.pathname ? state : { subject: null, pathname };
      }),
      ...closesOn.map(({ type }) => ({
        type,
        evolve: (state: State<Subject>) => ({ ...state, subject: null }),
      })),
    ],
    { version: 2, ...options },
  );
  return $state.map(({ subject }) => subject);
}
