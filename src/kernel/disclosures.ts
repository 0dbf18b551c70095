/** Parts of the open screen that people open, close and search, and that nothing else depends on. */
import { createEvent, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { partSearched, partToggled } from "#events/actions/parts.ts";
import { parsePath } from "./navigation.ts";
import { createProjection } from "./projection.ts";
import { createAction } from "./recorder.ts";

interface Part {
  readonly open: boolean;
  /** What is searched for in it; one that closes keeps it while it fades out. */
  readonly text: string;
}

export interface Parts {
  /** Of the screen that they belong to, but for those of the frame. */
  readonly pathname: string | null;
  /** Those that somebody touched, by name. */
  readonly touched: Readonly<Record<string, Part>>;
}

export const togglePart = createAction(partToggled);
export const searchPart = createAction(partSearched);

export const $parts = createProjection<Parts>("parts", { pathname: null, touched: {} }, (on) => [
  on(partToggled, (state, { part, open }) =>
    touch(state, part, { open, text: open ? "" : (state.touched[part]?.text ?? "") }),
  ),
  on(partSearched, (state, { part, text }) => touch(state, part, { open: true, text })),
  // The query belongs to the screen: while only it changes, the screen stays, and its parts with it.
  on(screenOpened, (state, { path }) => {
    const { pathname } = parsePath(path);
    return pathname === state.pathname ? state : { pathname, touched: ofFrame(state.touched) };
  }),
]);

/** The widget of a part went away: what it left open is closed, and not open by itself when it comes again. */
export const leavePart = createEvent<{ readonly part: string }>({ name: "leavePart" });
sample({
  clock: leavePart,
  source: $parts,
  filter: ({ touched }, { part }) => touched[part]?.open === true,
  fn: (_state, { part }) => ({ part, open: false }),
  target: togglePart,
});

/** The frame is there while the code of a screen is still on its way: its parts stay as they are, whatever opens in it. */
function ofFrame(touched: Parts["touched"]): Parts["touched"] {
  return Object.fromEntries(Object.entries(touched).filter(([name]) => name.startsWith("frame/")));
}

function touch(state: Parts, name: string, part: Part): Parts {
  return { ...state, touched: { ...state.touched, [name]: part } };
}
