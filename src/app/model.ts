/** Derives the open screen, its title, its theme and its clock from address and session. */
import { combine, createEffect, createStore, sample } from "effector";
import {
  appStarted,
  menuToggled,
  navigated,
  screenFailed,
  screenOpened,
  screenRetried,
  shortcutsToggled,
  themeChosen,
  type Language,
  type Theme,
} from "#events/actions/app.ts";
import { clientChosen } from "#events/actions/session.ts";
import { $session } from "../data/session/index.ts";
// The clock, the performance measures and the data layer run without a view.
import "../kernel/clock.ts";
import "./dataLayer.ts";
import "./performance/model.ts";
import { $language, messagesArrived } from "../kernel/language.ts";
import { $location, $screen, navigateTo } from "../kernel/navigation.ts";
import { documentFx, missingPort } from "../kernel/ports.ts";
import { createProjection } from "../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../kernel/recorder.ts";
import type { Route, ScreenModule } from "../kernel/feature.ts";
import { loadMessages, messagesLoaded } from "../ui/language/catalogue.ts";
import { codeArrived, loadModelsFx } from "./lazyModels.ts";
import { resolve, type Resolution } from "./router.ts";
import { ROUTE_TABLE, ROUTES } from "./routes.ts";

export const APP_TITLE = "Provision";

/** The app starts at this address. */
export const startApp = createAction(appStarted);
export const chooseTheme = createAction(themeChosen);
export const toggleMenu = createAction(menuToggled);
export const toggleShortcuts = createAction(shortcutsToggled);
/** A screen crashed while rendering. */
export const breakScreen = createAction(screenFailed);
const open = createFollowUp(screenOpened);

/** False until the first event, so that nothing is decided before the app has started. */
const $started = createProjection("app/isStarted", false, (on) => [on(appStarted, () => true)], {
  keepOnLogout: true,
});

/** Events are shown in the browser's console for support. */
export const $debugsStore = createProjection(
  "app/debugsStore",
  false,
  (on) => [on(appStarted, (_state, { debugStore }) => debugStore)],
  { keepOnLogout: true },
);

export const $theme = createProjection<Theme>(
  "app/theme",
  "system",
  (on) => [on(themeChosen, (_state, { theme }) => theme)],
  { keepOnLogout: true },
);
/** Whether the navigation of narrow screens is open. */
export const $menuOpen = createProjection("app/menuOpen", false, (on) => [
  on(menuToggled, (_state, { open: isOpen }) => isOpen),
  on(navigated, () => false),
]);
export const $shortcutsOpen = createProjection("app/shortcutsOpen", false, (on) => [
  on(shortcutsToggled, (_state, { open: isOpen }) => isOpen),
]);
/** The route whose code could not be loaded or whose screen crashed. */
export const $failedRoute = createProjection<string | null>(
  "app/failedRoute",
  null,
  (on) => [
    on(screenFailed, (_state, { route }) => route),
    on(screenRetried, () => null),
    on(screenOpened, () => null),
    on(navigated, () => null),
    on(clientChosen, () => null),
  ],
  { keepOnLogout: true },
);

export const $resolution = combine($started, $location, $session, (started, location, session) =>
  started ? resolve(ROUTE_TABLE, location, session) : null,
);

/** Port: loads a screen's code, after the models if the screen needs a user. */
export const loadScreenFx = createEffect<
  {
    readonly route: Route;
    readonly path: string;
    readonly params: Readonly<Record<string, string>>;
  },
  ScreenModule
>({
  sid: "app/loadScreen",
  handler: async ({ route }) => {
    if (route.permission !== "public") await loadModelsFx();
    const screen = await route.load();
    await messagesLoaded();
    return screen;
  },
});

/** Loaded screen code by route. Not part of the log, because a replay brings its own build. */
export const $screenModules = createStore<ReadonlyMap<string, ScreenModule>>(new Map(), {
  serialize: "ignore",
}).on(loadScreenFx.done, (modules, { params, result }) =>
  modules.get(params.route.name) === result
    ? modules
    : new Map(modules).set(params.route.name, result),
);

/** The screens whose code is loading, each once. */
const $loading = createStore<ReadonlySet<string>>(new Set(), { serialize: "ignore" })
  .on(loadScreenFx, (loading, wanted) => new Set([...loading, keyOf(wanted)]))
  .on(loadScreenFx.finally, (loading, { params }) => {
    const rest = new Set(loading);
    rest.delete(keyOf(params));
    return rest;
  });

function keyOf({ route, path }: { readonly route: Route; readonly path: string }): string {
  return `${route.name} ${path}`;
}

/** Retries loading the address's screen after its code could not be loaded. */
export const retryScreen = createAction(screenRetried);

const resolved = sample({
  clock: [$resolution.updates, sample({ clock: onLive(screenRetried), source: $resolution })],
  filter: (resolution): resolution is Resolution => resolution !== null,
});
sample({
  clock: resolved.filterMap((to) => (to.kind === "redirect" ? to : undefined)),
  fn: ({ path }) => ({ path, replace: true, cause: null }),
  target: navigateTo,
});
sample({
  clock: resolved.filterMap((to) => (to.kind === "screen" ? to : undefined)),
  source: { screen: $screen, modules: $screenModules, loading: $loading },
  filter: ({ screen, modules, loading }, wanted) =>
    !loading.has(keyOf(wanted)) &&
    (screen?.path !== wanted.path ||
      screen.route !== wanted.route.name ||
      !modules.has(wanted.route.name)),
  fn: (_state, { route, path, params }) => ({ route, path, params }),
  target: loadScreenFx,
});
sample({ clock: loadScreenFx.done, fn: () => undefined, target: codeArrived });
// The address may have changed while the code loaded. Only the current screen opens.
sample({
  clock: loadScreenFx.done,
  source: $resolution,
  filter: (resolution, { params }) =>
    resolution?.kind === "screen" && resolution.path === params.path,
  fn: (_resolution, { params }) => ({
    payload: { route: params.route.name, path: params.path, params: { ...params.params } },
    cause: null,
  }),
  target: open,
});
/**
 * Port: reloads the page once the server answers. Browsers do not retry failed imports before a reload, and after a
 * server update only a new page knows the current file names.
 */
export const reloadFx = createEffect<{ readonly route: string }, void>({
  sid: "app/reload",
  handler: missingPort("reload"),
});

/** Whether the screen is being retried. */
const $again = createStore(false, { serialize: "ignore" })
  .on(onLive(screenRetried), () => true)
  .on([onLive(screenOpened), onLive(navigated)], () => false);

sample({
  clock: loadScreenFx.fail,
  source: $again,
  filter: (again) => again,
  fn: (_again, { params }) => ({ route: params.route.name }),
  target: reloadFx,
});
sample({
  clock: [
    sample({
      clock: loadScreenFx.fail,
      source: $again,
      filter: (again) => !again,
      fn: (_again, failure) => ({
        route: failure.params.route.name,
        message: failure.error.message,
      }),
    }),
    reloadFx.fail.map(({ params, error }) => ({ ...params, message: error.message })),
  ],
  target: breakScreen,
});

export const $route = combine($screen, (screen) =>
  screen ? (ROUTES.find(({ name }) => name === screen.route) ?? null) : null,
);

/** Port: loads the messages of a language. */
const loadMessagesFx = createEffect<Language, void>({
  sid: "app/loadMessages",
  handler: loadMessages,
});
sample({ clock: $language.updates, target: loadMessagesFx });
sample({ clock: loadMessagesFx.done, source: $language, target: messagesArrived });

sample({
  clock: [onLive(screenOpened), loadMessagesFx.done],
  source: { route: $route, language: $language },
  fn: ({ route, language }) => ({
    title: route ? `${route.title[language]} | ${APP_TITLE}` : APP_TITLE,
    language,
  }),
  target: documentFx,
});
sample({ clock: $theme.updates, fn: (theme) => ({ theme }), target: documentFx });
