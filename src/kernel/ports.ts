/** The app's effects besides the network: each is a port that `fork({ handlers })` replaces. */
import { createEffect, createEvent } from "effector";

/** The handler of a port that the app was started without. */
export function missingPort(port: string) {
  return () => {
    throw new Error(`The app was started without the port ${port}`);
  };
}

export interface Delay {
  readonly milliseconds: number;
  /** Returned with the result, so that the caller can match it. */
  readonly tag: string;
}

/** Resolves after the given time. */
export const delayFx = createEffect<Delay, void>({
  sid: "port/delay",
  handler: missingPort("delay"),
});

/** Resolves with the next rendered frame. */
export const nextFrameFx = createEffect<void, void>({
  sid: "port/nextFrame",
  handler: missingPort("nextFrame"),
});

export interface HistoryChange {
  readonly path: string;
  readonly how: "push" | "replace";
}

/** Updates the address bar. */
export const historyFx = createEffect<HistoryChange, void>({
  sid: "port/history",
  handler: missingPort("history"),
});

/** Properties of the whole document. */
export interface ShownDocument {
  readonly title?: string;
  readonly theme?: string;
  /** A BCP 47 tag. */
  readonly language?: string;
}

/** Sets properties of the whole document. */
export const documentFx = createEffect<ShownDocument, void>({
  sid: "port/document",
  handler: missingPort("document"),
});

/** Stores the chosen language in this browser. */
export const keepLanguageFx = createEffect<{ readonly language: string }, void>({
  sid: "port/keepLanguage",
  handler: missingPort("keepLanguage"),
});

/** Stores the chosen client in this browser. */
export const keepClientFx = createEffect<{ readonly clientId: string }, void>({
  sid: "port/keepClient",
  handler: missingPort("keepClient"),
});

/** All data ever pushed to an analytics container. */
export type DataLayerEntry =
  | { readonly clientId: string | null; readonly clientName: string | null }
  | { readonly event: "error"; readonly code: number | null; readonly message: string };

export interface DataLayerMessage {
  readonly containerId: string;
  readonly entry: DataLayerEntry;
}

/** Pushes data to the analytics container. */
export const dataLayerFx = createEffect<DataLayerMessage, void>({
  sid: "port/dataLayer",
  handler: missingPort("dataLayer"),
});

/** While `asks` is true, closing the tab asks first. */
export const unloadGuardFx = createEffect<{ readonly asks: boolean }, void>({
  sid: "port/unloadGuard",
  handler: missingPort("unloadGuard"),
});

/** Messages between tabs of one browser about their shared session. */
export type TabMessage =
  | { readonly kind: "started"; readonly userId: string }
  | { readonly kind: "ended"; readonly userTimedOut: boolean }
  /** `at` in epoch milliseconds. */
  | { readonly kind: "active"; readonly at: number };

/** Notifies the other tabs. */
export const notifyTabsFx = createEffect<TabMessage, void>({
  sid: "port/notifyTabs",
  handler: missingPort("notifyTabs"),
});

/** Another tab sent a message. */
export const tabMessageReceived = createEvent<TabMessage>({ name: "tabMessageReceived" });
