/** Disclosures: parts of the open screen that users open, close and search, without other effects. */
import { createEvent, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { partSearched, partToggled } from "#events/actions/parts.ts";
import { parsePath } from "./navigation.ts";
import { createProjection } from "./projection.ts";
import { createAction } from "./recorder.ts";

interface Part {
  readonly open: boolean;
  /** The search text, which is kept while the disclosure fades out. */
  readonly text: string;
}

export interface Parts {
  /** The screen of the disclosures, except those of the frame. */
  readonly pathname: string | null;
  /** The disclosures that the user has changed, by name. */
  readonly touched: Readonly<Record<string, Part>>;
}

export const togglePart = createAction(partToggled);
export const searchPart = createAction(partSearched);

export const $parts = createProjection<Parts>("parts", { pathname: null, touched: {} }, (on) => [
  on(partToggled, (state, { part, open }) =>
    touch(state, part, { open, text: open ? "" : (state.touched[part]?.text ?? "") }),
  ),
  on(partSearched, (state, { part, text }) => touch(state, part, { open: true, text })),
  // The query belongs to the screen: while only the query changes, the screen and its disclosures stay.
  on(screenOpened, (state, { path }) => {
    const { pathname } = parsePath(path);
    return pathname === state.pathname ? state : { pathname, touched: ofFrame(state.touched) };
  }),
]);

/** A disclosure's widget unmounted: an open disclosure is closed, so that it is not open on the next mount. */
export const leavePart = createEvent<{ readonly part: string }>({ name: "leavePart" });
sample({
  clock: leavePart,
  source: $parts,
  filter: ({ touched }, { part }) => touched[part]?.open === true,
  fn: (_state, { part }) => ({ part, open: false }),
  target: togglePart,
});

/** The frame is mounted while a screen's code loads, so its disclosures survive the opening of a screen. */
function ofFrame(touched: Parts["touched"]): Parts["touched"] {
  return Object.fromEntries(Object.entries(touched).filter(([name]) => name.startsWith("frame/")));
}

function touch(state: Parts, name: string, part: Part): Parts {
  return { ...state, touched: { ...state.touched, [name]: part } };
}
