/** The command palette: the typed text, the server's matches, and the chosen entry. */
import { message } from "#events/messages/message.ts";
import { combine, createEvent, sample } from "effector";
import { navigated } from "#events/actions/app.ts";
import * as actions from "#events/actions/palette.ts";
import * as calls from "#events/calls/names.ts";
import type { FoundName } from "#events/entities/foundName.ts";
import type { RequestStatus } from "#events/kernel/call.ts";
import { $appInfo, $session, chooseClient, withClient } from "../../data/session/index.ts";
import { $screenCommands, runCommand } from "../../kernel/commands.ts";
import { createCall } from "../../kernel/calls.ts";
import { $location } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { $locale, chooseLanguage } from "../../kernel/language.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { notify } from "../../kernel/notify.ts";
import { chooseTheme, toggleShortcuts } from "../model.ts";
import { FEATURES } from "../features.ts";
import { messagesOf } from "../../ui/language/catalogue.ts";
import { frameMessages } from "../frameMessages.ts";
import { matches, paletteEntries, type PaletteAction, type PaletteEntry } from "./entries.ts";

export const togglePalette = createAction(actions.paletteToggled);
export const typeInPalette = createAction(actions.paletteTyped);
const choose = createAction(actions.paletteChosen);
const findCall = createCall(calls.findNames);

export interface Search {
  readonly isOpen: boolean;
  readonly text: string;
  /** The newest typed text and its request. */
  readonly typedId: string | null;
  readonly requestId: string | null;
  readonly status: RequestStatus;
  readonly found: readonly FoundName[];
}

const CLOSED: Search = {
  isOpen: false,
  text: "",
  typedId: null,
  requestId: null,
  status: "NotStarted",
  found: [],
};

/** Matches stay until the next answer arrives; an empty text has none. */
export const $search = createProjection<Search>(
  "palette/search",
  CLOSED,
  (on) => [
    on(actions.paletteToggled, (search, { open }) =>
      open === search.isOpen ? search : { ...CLOSED, isOpen: open },
    ),
    on(actions.paletteChosen, () => CLOSED),
    on(actions.paletteFailed, () => CLOSED),
    on(navigated, () => CLOSED),
    on(actions.paletteTyped, (search, { text }, { id }) =>
      isEmpty(text)
        ? { ...CLOSED, isOpen: true, text }
        : { ...search, text, typedId: id, status: "InProgress" },
    ),
    on(calls.findNames.requested, (search, _input, { id, cause }) =>
      cause === search.typedId ? { ...search, requestId: id } : search,
    ),
    on(calls.findNames.succeeded, (search, { body }, { cause }) =>
      cause === search.requestId ? { ...search, status: "Success", found: body.names } : search,
    ),
    on(calls.findNames.failed, (search, _failure, { cause }) =>
      cause === search.requestId ? { ...search, status: "Fail", found: [] } : search,
    ),
  ],
  { version: 4 },
);

/**
 * Until the answer arrives, earlier matches that also match the current text stay listed, so that nothing flickers and
 * Enter opens no outdated match.
 */
const $found = $search.map(({ found, text, status }) =>
  status === "InProgress"
    ? found.filter(({ name, detail }) => matches(`${name} ${detail}`, text))
    : found,
);

const NO_ENTRIES: readonly PaletteEntry[] = [];

/** Empty while the palette is closed, because most actions on a screen change its commands. */
export const $entries = combine(
  $search,
  $found,
  $session,
  $location,
  $appInfo,
  $locale,
  $screenCommands,
  ({ isOpen, text }, found, session, { pathname }, appInfo, language, commands) =>
    isOpen
      ? paletteEntries(
          {
            session,
            pathname,
            features: FEATURES,
            midpointURI: appInfo.midpointURI,
            passwordEnabled: appInfo.passwordEnabled,
            language,
            t: messagesOf(frameMessages, language),
            commands,
          },
          text,
          found,
        )
      : NO_ENTRIES,
);

sample({
  clock: withClient(onLive(actions.paletteTyped)),
  filter: ({ payload }) => !isEmpty(payload.text),
  fn: ({ clientId, payload, id }) => ({
    params: { clientId },
    query: { text: payload.text },
    cause: id,
  }),
  target: findCall.start,
});

/** The user chose an entry; the browser follows links. */
export const chooseEntry = createEvent<PaletteEntry>({ name: "palette/chooseEntry" });
sample({ clock: chooseEntry, fn: ({ id }) => ({ entry: id }), target: choose });

/** The chosen actions of one kind, without links. */
function chosen<Kind extends PaletteAction["kind"]>(kind: Kind) {
  type Chosen = Extract<PaletteAction, { readonly kind: Kind }>;
  const isChosen = (action: PaletteAction): action is Chosen => action.kind === kind;
  return chooseEntry.filterMap((entry) =>
    "action" in entry && isChosen(entry.action) ? entry.action : undefined,
  );
}
sample({ clock: chosen("theme"), fn: ({ theme }) => ({ theme }), target: chooseTheme });
sample({ clock: chosen("language"), fn: ({ language }) => ({ language }), target: chooseLanguage });
sample({ clock: chosen("shortcuts"), fn: () => ({ open: true }), target: toggleShortcuts });
sample({ clock: chosen("client"), fn: ({ clientId }) => ({ clientId }), target: chooseClient });
sample({ clock: chosen("screen"), fn: ({ command }) => command, target: runCommand });

export const breakPalette = createAction(actions.paletteFailed);
notify("error", actions.paletteFailed, () => message("palette.broken"));

function isEmpty(text: string): boolean {
  return text.trim() === "";
}
