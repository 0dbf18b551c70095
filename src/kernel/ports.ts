/** What reaches outside the app besides the network: each a port that `fork({ handlers })` replaces. */
import { createEffect, createEvent } from "effector";

/** What a port does that the app was started without. */
export function missingPort(port: string) {
  return () => {
    throw new Error(`The app was started without the port ${port}`);
  };
}

export interface Delay {
  readonly milliseconds: number;
  /** Comes back with the result, so that the waiting party knows what it waited for. */
  readonly tag: string;
}

/** Ends after the given time. */
export const delayFx = createEffect<Delay, void>({
  sid: "port/delay",
  handler: missingPort("delay"),
});

/** Ends with the next frame that the browser draws. */
export const nextFrameFx = createEffect<void, void>({
  sid: "port/nextFrame",
  handler: missingPort("nextFrame"),
});

export interface HistoryChange {
  readonly path: string;
  readonly how: "push" | "replace";
}

/** Writes the address bar. */
export const historyFx = createEffect<HistoryChange, void>({
  sid: "port/history",
  handler: missingPort("history"),
});

/** What the document as a whole shows. */
export interface ShownDocument {
  readonly title?: string;
  readonly theme?: string;
  /** A BCP 47 tag. */
  readonly language?: string;
}

/** Sets what the document as a whole shows. */
export const documentFx = createEffect<ShownDocument, void>({
  sid: "port/document",
  handler: missingPort("document"),
});

/** Keeps in this browser which language was chosen. */
export const keepLanguageFx = createEffect<{ readonly language: string }, void>({
  sid: "port/keepLanguage",
  handler: missingPort("keepLanguage"),
});

/** Keeps in this browser which client was chosen. */
export const keepClientFx = createEffect<{ readonly clientId: string }, void>({
  sid: "port/keepClient",
  handler: missingPort("keepClient"),
});

/** All that an analytics container is ever told. */
export type DataLayerEntry =
  | { readonly clientId: string | null; readonly clientName: string | null }
  | { readonly event: "error"; readonly code: number | null; readonly message: string };

export interface DataLayerMessage {
  readonly containerId: string;
  readonly entry: DataLayerEntry;
}

/** Tells the analytics container. */
export const dataLayerFx = createEffect<DataLayerMessage, void>({
  sid: "port/dataLayer",
  handler: missingPort("dataLayer"),
});

/** While `asks` is true, closing the tab asks first. */
export const unloadGuardFx = createEffect<{ readonly asks: boolean }, void>({
  sid: "port/unloadGuard",
  handler: missingPort("unloadGuard"),
});

/** What tabs of one browser tell each other of the session that they share. */
export type TabMessage =
  | { readonly kind: "started"; readonly userId: string }
  | { readonly kind: "ended"; readonly userTimedOut: boolean }
  /** `at` in epoch milliseconds. */
  | { readonly kind: "active"; readonly at: number };

/** Tells the other tabs. */
export const notifyTabsFx = createEffect<TabMessage, void>({
  sid: "port/notifyTabs",
  handler: missingPort("notifyTabs"),
});

/** Another tab told this one. */
export const tabMessageReceived = createEvent<TabMessage>({ name: "tabMessageReceived" });
