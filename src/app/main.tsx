/** Starts the app in a browser. */
import { allSettled, createWatch, fork, scopeBind } from "effector";
import { Provider } from "effector-react";
import { createRoot } from "react-dom/client";
import { THEMES } from "#events/actions/app.ts";
import { firstLanguage } from "#events/rules/language.ts";
import { version } from "../../package.json";
import { recallClient, restorePage } from "../data/session/index.ts";
import { recordStateDigests } from "../kernel/log/stateDigests.ts";
import { findLanguage } from "../kernel/language.ts";
import { browserMoved, navigateTo } from "../kernel/navigation.ts";
import { tabMessageReceived } from "../kernel/ports.ts";
import { loadMessages } from "../ui/language/catalogue.ts";
import "../ui/tokens.css";
import "../ui/base.css";
import { App } from "./App.tsx";
import { $hasModels } from "./lazyModels.ts";
import { interceptLinks } from "./links.ts";
import { takeLinkToken } from "./emailLinkToken.ts";
import { storeSsoCallback } from "./ssoCallback.ts";
import { browserPorts, storedClient, storedLanguage, storedTheme } from "./browserPorts.ts";
import { earlierLost, keepingBroke } from "./logErrors.ts";
import { wantsDebugStore, watchStore } from "./debugStore.ts";
import { $debugsStore, chooseTheme, startApp } from "./model.ts";

// Earlier products at this address may have left a service worker, which would answer for this app.
void navigator.serviceWorker
  ?.getRegistrations()
  .then((registrations) => registrations.forEach((registration) => void registration.unregister()))
  .catch(() => undefined);

takeLinkToken();
storeSsoCallback();
const live = browserPorts({ build: version });
const scope = fork({ handlers: live.handlers });
recordStateDigests(scope, live.log.note);
const here = () => window.location.pathname + window.location.search;

const theme = THEMES.find((one) => one === storedTheme());
if (theme && theme !== "system") void allSettled(chooseTheme, { scope, params: { theme } });

const language = firstLanguage(storedLanguage(), navigator.languages);
if (language !== "en") void allSettled(findLanguage, { scope, params: { language } });

const clientId = storedClient();
if (clientId !== null) void allSettled(recallClient, { scope, params: { clientId } });

void allSettled(startApp, {
  scope,
  params: {
    version,
    path: here(),
    debugStore: wantsDebugStore(window.location.search),
  },
});
if (scope.getState($debugsStore)) {
  watchStore(scope, (envelope) => console.debug(envelope));
  void import("./replay/LiveInspector.tsx").then((module) => module.mountLiveInspector(scope));
}
interceptLinks(document, (path) => {
  void allSettled(navigateTo, { scope, params: { path, cause: null } });
});
window.addEventListener("popstate", () => {
  void allSettled(browserMoved, { scope, params: { path: here() } });
});
live.tabs.listen((message) => void allSettled(tabMessageReceived, { scope, params: message }));
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void allSettled(restorePage, { scope, params: {} });
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
// A page in another language waits for its texts, so that it is not rendered in English first.
void loadMessages(language).then(() =>
  createRoot(root).render(
    <Provider value={scope}>
      <App />
    </Provider>,
  ),
);
const failKeeping = scopeBind(keepingBroke, { scope });
const loseEarlier = scopeBind(earlierLost, { scope });
// The log requires all projections. Events wait in memory until their models are loaded.
createWatch({
  unit: $hasModels,
  scope,
  fn: (hasModels) => {
    if (!hasModels) return;
    void live.log.start({
      scope,
      onTrouble: (error) => failKeeping({ message: error instanceof Error ? error.message : "" }),
      onDropped: () => loseEarlier({}),
    });
  },
});
