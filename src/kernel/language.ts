/** The app's language: the user's choice, otherwise the browser's preference. Events and state are in English only. */
import { languageChosen, languageFound, type Language } from "#events/actions/app.ts";
import { createEvent, createStore, sample } from "effector";
import { keepLanguageFx } from "./ports.ts";
import { createProjection } from "./projection.ts";
import { createAction, onLive } from "./recorder.ts";

export const $language = createProjection<Language>(
  "app/language",
  "en",
  (on) => [
    on(languageChosen, (_language, { language }) => language),
    on(languageFound, (_language, { language }) => language),
  ],
  { keepOnLogout: true },
);

/** The messages of a language were loaded. */
export const messagesArrived = createEvent<Language>();
/**
 * The language whose messages were loaded last, in which stores create texts. Each scope has its own, and no log
 * contains it.
 */
export const $locale = createStore<Language>("en", { serialize: "ignore" }).on(
  messagesArrived,
  (_spoken, language) => language,
);

export const chooseLanguage = createAction(languageChosen);
/** The app starts in a browser in which this language was chosen, or which prefers it. */
export const findLanguage = createAction(languageFound);

sample({ clock: onLive(languageChosen), fn: ({ payload }) => payload, target: keepLanguageFx });
