/** The handlers of all ports in a browser. */
import type { Effect } from "effector";
import type { Milliseconds } from "#events/entities/common.ts";
import { sendFx } from "../kernel/calls.ts";
import { createNetwork, type KeepBytes } from "../kernel/network.ts";
import { linkTokenFx } from "../kernel/emailLinkToken.ts";
import {
  clearLogFx,
  exportLogFx,
  measureLogFx,
  openReplayFx,
  packLogFx,
} from "../kernel/log/ports.ts";
import {
  dataLayerFx,
  delayFx,
  documentFx,
  historyFx,
  keepClientFx,
  keepLanguageFx,
  nextFrameFx,
  notifyTabsFx,
  unloadGuardFx,
  type ShownDocument,
} from "../kernel/ports.ts";
import { appendFx, createAppend } from "../kernel/recorder.ts";
import { grantReplyFx } from "../kernel/grantPorts.ts";
import { leaveFx, ssoCallbackFx } from "../kernel/ssoPorts.ts";
import { copyTextFx, openFileFx, printPageFx, readFileFx } from "../kernel/filePorts.ts";
import { abortFx, transferFx, type TransferQuestion } from "../kernel/transfers.ts";
import { createPasskeyFx, usePasskeyFx, type PasskeyFailure } from "../kernel/passkeyPorts.ts";
import { analyticsFx, askAny, CoreUnreachable, notStarted } from "../kernel/analytics.ts";
import { wait } from "../kernel/sleep.ts";
import type { AppCore } from "./analyticsCore.ts";
import { loadModelsFx } from "./lazyModels.ts";
import { reloadFx } from "./model.ts";
import { createMeasuring } from "./performance/begin.ts";
import { measureFx } from "./performance/model.ts";
import { openFile, readFile } from "./saveFile.ts";
import { createLazyEventLog } from "./lazyEventLog.ts";
import { linkToken } from "./emailLinkToken.ts";
import { lazyImport } from "./lazyImport.ts";
import { createLogSessions, logKeyIn } from "./logSessions.ts";
import { takeGrantReply, takeSsoCallback } from "./ssoCallback.ts";
import { createTabChannel } from "./tabChannel.ts";

/** The docs site reads it, too. */
const THEME_KEY = "provision.theme";
const LANGUAGE_KEY = "provision.language";
const CLIENT_KEY = "provision.client";

/** A user who retries has left the screen by then. */
const MAX_ASKING: Milliseconds = 10_000;

/** The theme stored in this browser. */
export function storedTheme(): string | null {
  return keptItem(THEME_KEY);
}

/** The language stored in this browser. */
export function storedLanguage(): string | null {
  return keptItem(LANGUAGE_KEY);
}

/** The client id stored in this browser; null if it is not an id. */
export function storedClient(): string | null {
  const id = keptItem(CLIENT_KEY);
  return id !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}

function keptItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be blocked.
    return null;
  }
}

function keepItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser without storage uses the defaults on the next visit.
  }
}

function showDocument({ title, theme, language }: ShownDocument): void {
  if (title !== undefined) document.title = title;
  if (language !== undefined) document.documentElement.lang = language;
  if (theme === undefined) return;
  keepItem(THEME_KEY, theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function createUnloadGuard() {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  return ({ asks }: { readonly asks: boolean }) => {
    if (asks) window.addEventListener("beforeunload", ask);
    else window.removeEventListener("beforeunload", ask);
  };
}

/** @returns the core, whose code is loaded once; rejects with `CoreUnreachable` if it cannot be loaded. */
function createLazyCore(keepBody: (digest: string, bytes: Blob) => void): () => Promise<AppCore> {
  let loading: Promise<AppCore> | null = null;
  const load = async () => {
    try {
      return (await import("./analyticsCore.ts")).createAppCore(keepBody);
    } catch {
      loading = null;
      throw new CoreUnreachable();
    }
  };
  return () => (loading ??= load());
}

function keepWith(core: () => Promise<AppCore>, keep: "streamReport" | "streamPolicy"): KeepBytes {
  return (...args) => core().then((loaded) => loaded[keep](...args), notStarted);
}

/**
 * @returns pairs for `fork({ handlers })`, the log, which starts storing once there is a scope, and the tab channel.
 */
export function browserPorts({ build }: { readonly build: string }) {
  const sessionOf = createLogSessions(() => randomHex(8));
  const append = createAppend({ now: () => Date.now(), newId: newId(), sessionOf });
  const log = createLazyEventLog({ build });
  const core = createLazyCore(log.keepBody);
  const tabs = createTabChannel();
  const network = createNetwork({
    fetch: (url, init) => window.fetch(url, init),
    keepBytes: {
      report: keepWith(core, "streamReport"),
      policy: keepWith(core, "streamPolicy"),
    },
    language: () => document.documentElement.lang,
  });
  const handlers = [
    port(appendFx, (request) => {
      const appended = append(request);
      log.push(appended.envelope, logKeyIn({ ...appended.envelope, payload: appended.payload }));
      return appended;
    }),
    port(sendFx, network.send),
    port(abortFx, network.abort),
    port(transferFx, async (question: TransferQuestion) => {
      await nextFrame();
      return network.transfer(question);
    }),
    port(loadModelsFx, async () => {
      // Preloads the code for the first report. If loading fails, the first query retries it.
      void core().catch(() => undefined);
      await (await import("./loadModels.ts")).loadModels();
    }),
    port(measureFx, createMeasuring()),
    port(delayFx, ({ milliseconds }) => wait(milliseconds)),
    port(nextFrameFx, nextFrame),
    port(historyFx, ({ path, how }) => {
      if (how === "push") window.history.pushState(null, "", path);
      else window.history.replaceState(null, "", path);
    }),
    port(documentFx, showDocument),
    port(keepClientFx, ({ clientId }) => keepItem(CLIENT_KEY, clientId)),
    port(keepLanguageFx, ({ language }) => keepItem(LANGUAGE_KEY, language)),
    port(unloadGuardFx, createUnloadGuard()),
    port(dataLayerFx, async (message) => (await import("./tagManager.ts")).tellTagManager(message)),
    port(notifyTabsFx, tabs.tell),
    port(linkTokenFx, linkToken),
    port(ssoCallbackFx, takeSsoCallback),
    port(grantReplyFx, takeGrantReply),
    port(leaveFx, ({ url }) => window.location.assign(url)),
    port(reloadFx, async () => {
      const signal = AbortSignal.timeout(MAX_ASKING);
      const { ok } = await window.fetch("/healthz", { cache: "no-store", signal });
      // A proxy may answer for a server that is down, and would answer the reload, too.
      if (!ok) throw new Error("The server cannot be reached");
      window.location.reload();
    }),
    port(createPasskeyFx, async ({ options }) => (await passkeys()).createPasskey(options)),
    port(usePasskeyFx, async ({ options }) => (await passkeys()).getPasskey(options)),
    port(openFileFx, openFile),
    port(readFileFx, readFile),
    port(copyTextFx, (text) => navigator.clipboard.writeText(text)),
    port(printPageFx, async () => {
      // The newest state is drawn when the second frame begins.
      await nextFrame();
      await nextFrame();
      window.print();
    }),
    port(analyticsFx, async (question) => askAny((await core()).ask, question)),
    port(measureLogFx, async () => (await log.ports()).measure()),
    port(exportLogFx, async (request) => (await log.ports()).exportFile(request)),
    port(packLogFx, async (request) => (await log.ports()).packFile(request)),
    port(clearLogFx, async () => (await log.ports()).clear()),
    port(openReplayFx, async ({ file, signal }) => {
      const { openReplay } = await lazyImport(import("./replay/openReplay.tsx"));
      return openReplay(file, signal);
    }),
  ];
  return { handlers, log, tabs };
}

/** Pairs a port with its handler, so that their types must match. */
function port<Params, Done, Fail>(
  effect: Effect<Params, Done, Fail>,
  handler: (params: Params) => Done | Promise<Done>,
): [Effect<Params, Done, Fail>, (params: Params) => Done | Promise<Done>] {
  return [effect, handler];
}

/** @throws PasskeyFailure if the code cannot be loaded. */
function passkeys() {
  return import("./passkeys.ts").catch(() => {
    throw "failed" satisfies PasskeyFailure;
  });
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}

/** Event ids: a random prefix and a counter, so that they sort in order of creation. */
function newId(): () => string {
  const start = randomHex(6);
  let count = 0;
  return () => `${start}-${(count += 1)}`;
}

// Not crypto.randomUUID, which is missing on plain HTTP outside of localhost.
function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
