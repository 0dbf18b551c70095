/** The app in a forked scope on fake ports: the test controls time, ids, network, delays and frames. */
import { fork, scopeBind, type Effect, type EventCallable, type Scope, type Store } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import type { User } from "#events/entities/user.ts";
import type { AnyCall, Failure } from "#events/kernel/call.ts";
import type { Envelope, EventDefinition } from "#events/kernel/event.ts";
import type { Measure } from "#src/app/performance/measures.ts";
import { measureFx } from "#src/app/performance/model.ts";
import { loadClockFx, type ClockModule } from "#src/app/keepAliveLoader.ts";
import { loadModelsFx } from "#src/app/lazyModels.ts";
import { sendFx, type SendReply, type SendRequest } from "#src/kernel/calls.ts";
import { linkTokenFx } from "#src/kernel/emailLinkToken.ts";
import { grantReplyFx, type GrantReply } from "#src/kernel/grantPorts.ts";
import { leaveFx, ssoCallbackFx, type SsoCallback } from "#src/kernel/ssoPorts.ts";
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
  type DataLayerMessage,
  type Delay,
  type HistoryChange,
  type ShownDocument,
  type TabMessage,
} from "#src/kernel/ports.ts";
import "#src/panels/allTexts.ts";
import { appendFx, createAppend, type AppendRequest } from "#src/kernel/recorder.ts";
import { abortFx, transferFx, type Transfer } from "#src/kernel/transfers.ts";
import { failureOf, type ToldFailure } from "./told.ts";

/** The start time of tests in epoch milliseconds: 2026-03-02T09:00:00Z. */
export const TEST_START = Date.UTC(2026, 2, 2, 9);

/** A port with its handler, created by `port`. */
export interface Handler {
  readonly effect: object;
  readonly handler: unknown;
}

/** Pairs a port with a handler of its types. */
export function port<Params, Result, Fault>(
  effect: Effect<Params, Result, Fault>,
  handler: (params: Params) => Result | Promise<Result>,
): Handler {
  return { effect, handler };
}

/** The result of a standing answer: a body for 200, or a status with its body; a thrown `Failure` fails the call. */
export type Responder = (input: SendRequest["input"]) => SendReply | Promise<SendReply>;

interface Waiting<Request> {
  readonly request: Request;
  readonly resolve: (reply: SendReply) => void;
  readonly reject: (failure: Failure) => void;
}

export interface TestApp {
  readonly scope: Scope;
  /** All recorded events, in order. */
  readonly log: readonly Envelope[];
  /** All sent requests, in order, answered or not. */
  readonly sent: readonly SendRequest[];
  /** The addresses passed to the browser. */
  readonly history: readonly HistoryChange[];
  readonly documents: readonly ShownDocument[];
  /** The clients stored in the browser, in order. */
  readonly keptClients: readonly string[];
  /** The languages stored in the browser, in order. */
  readonly keptLanguages: readonly string[];
  /** The data pushed to the analytics container, in order. */
  readonly dataLayer: readonly DataLayerMessage[];
  /** The messages to other tabs, in order. */
  readonly told: readonly TabMessage[];
  /** The external addresses that were opened, in order. */
  readonly left: readonly string[];
  /** Whether closing the tab would ask first. */
  readonly asksBeforeUnload: () => boolean;
  readonly get: <State>(store: Store<State>) => State;
  /** Calls a unit like a view, and waits until all consequences without external answers are done. */
  readonly act: <Params>(unit: EventCallable<Params>, params: NoInfer<Params>) => Promise<void>;
  /** Records an event without a cause; resolves to its id. */
  readonly record: <Type extends string, Payload>(
    definition: EventDefinition<Type, Payload>,
    payload: NoInfer<Payload>,
    cause?: string | null,
  ) => Promise<string>;
  /** Opens a screen. */
  readonly open: (
    route: string,
    path: string,
    params?: Readonly<Record<string, string>>,
  ) => Promise<string>;
  readonly signIn: (user: User) => Promise<void>;
  /** From now on answers every request of a call immediately. */
  readonly answer: (call: AnyCall, respond: Responder) => void;
  /** Pending requests of a call, oldest first. */
  readonly waiting: (call: AnyCall) => readonly SendRequest[];
  /** Answers the pending request of a call at `index`. */
  readonly reply: (
    call: AnyCall,
    body: unknown,
    options?: { readonly status?: number; readonly index?: number },
  ) => Promise<void>;
  readonly fail: (
    call: AnyCall,
    failure?: ToldFailure,
    options?: { readonly index?: number },
  ) => Promise<void>;
  /** The ids of the requests that the app aborted, in order; `fail` sets their outcome. */
  readonly aborted: readonly string[];
  /** Reports the progress of an answer to its listeners; null: it is over. */
  readonly transfer: (requestId: string, state: Transfer | null) => Promise<void>;
  /** Answers the app's request for the next measure. */
  readonly measure: (measure: Measure) => Promise<void>;
  /** Pending delays, oldest first. */
  readonly delays: readonly Delay[];
  /** Advances the clock to the end of the oldest delay with that tag prefix, and ends it. */
  readonly elapse: (tag: string) => Promise<void>;
  /** Runs everything that waits only for the event loop. */
  readonly settle: () => Promise<void>;
  /** Advances the clock without ending any delay. */
  readonly pass: (milliseconds: number) => void;
  /** Renders a frame. */
  readonly nextFrame: () => Promise<void>;
  readonly envelopes: <Type extends string, Payload>(
    definition: EventDefinition<Type, Payload>,
  ) => readonly Envelope<Type, Payload>[];
}

/** Runs everything that waits only for the event loop. */
async function settle(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}

/**
 * @param handlers further ports, or replacements of the fake ones.
 * @param linkToken the token of the e-mailed link that opened the page.
 * @param ssoCallback the answer of the single sign-on provider.
 * @param grantReply the answer of the provider of a connected system.
 */
export function createTestApp({
  handlers = [],
  linkToken = null,
  ssoCallback = null,
  grantReply = null,
}: {
  handlers?: readonly Handler[];
  linkToken?: string | null;
  ssoCallback?: SsoCallback | null;
  grantReply?: GrantReply | null;
} = {}): TestApp {
  let now = TEST_START;
  let ids = 0;
  let asks = false;
  const log: Envelope[] = [];
  const sent: SendRequest[] = [];
  const waiting: Waiting<SendRequest>[] = [];
  const responders = new Map<AnyCall, Responder>();
  const history: HistoryChange[] = [];
  const keptClients: string[] = [];
  const keptLanguages: string[] = [];
  const dataLayer: DataLayerMessage[] = [];
  const told: TabMessage[] = [];
  const left: string[] = [];
  const documents: ShownDocument[] = [];
  const delays: { readonly delay: Delay; readonly end: () => void }[] = [];
  let frames: (() => void)[] = [];
  const aborted: string[] = [];
  let takeMeasure: ((measure: Measure) => void) | null = null;
  const watchers = new Map<string, (state: Transfer | null) => void>();

  const append = createAppend({
    now: () => now,
    newId: () => `e${(ids += 1)}`,
    sessionOf: () => "test",
  });
  const appendAndKeep = (request: AppendRequest) => {
    const appended = append(request);
    log.push(appended.envelope);
    return appended;
  };
  const send = (request: SendRequest): SendReply | Promise<SendReply> => {
    sent.push(request);
    const respond = responders.get(request.call);
    if (respond) return respond(request.input);
    return new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
    });
  };

  const ports: readonly Handler[] = [
    port(appendFx, appendAndKeep),
    port(sendFx, send),
    port(
      delayFx,
      (delay) =>
        new Promise<void>((end) => {
          delays.push({ delay, end });
        }),
    ),
    port(
      nextFrameFx,
      () =>
        new Promise<void>((draw) => {
          frames.push(draw);
        }),
    ),
    port(historyFx, (change) => void history.push(change)),
    port(keepClientFx, ({ clientId }) => void keptClients.push(clientId)),
    port(keepLanguageFx, ({ language }) => void keptLanguages.push(language)),
    port(dataLayerFx, (message) => void dataLayer.push(message)),
    port(documentFx, (shown) => void documents.push(shown)),
    port(linkTokenFx, () => linkToken),
    port(ssoCallbackFx, () => ssoCallback),
    port(grantReplyFx, () => grantReply),
    port(leaveFx, ({ url }) => void left.push(url)),
    port(notifyTabsFx, (message) => void told.push(message)),
    // Tests of the clock start it; otherwise it never loads.
    port(loadModelsFx, () => undefined),
    port(loadClockFx, () => new Promise<ClockModule>(() => {})),
    port(unloadGuardFx, (guard) => {
      asks = guard.asks;
    }),
    port(abortFx, ({ requestId }) => void aborted.push(requestId)),
    port(
      transferFx,
      ({ requestId }) =>
        new Promise<Transfer | null>((tell) => {
          watchers.set(requestId, tell);
        }),
    ),
    port(
      measureFx,
      () =>
        new Promise<Measure>((take) => {
          takeMeasure = take;
        }),
    ),
    ...handlers,
  ];
  const scope = fork({
    // Effector types its handlers loosely; `port` has checked each pair.
    handlers: ports.map(({ effect, handler }) => [effect, handler]) as never,
  });

  const take = (call: AnyCall, index: number): Waiting<SendRequest> => {
    const one = waiting.filter(({ request }) => request.call === call)[index];
    if (!one) throw new Error(`No request of ${call.name} waits at ${index}`);
    waiting.splice(waiting.indexOf(one), 1);
    return one;
  };

  const record = async <Type extends string, Payload>(
    definition: EventDefinition<Type, Payload>,
    payload: NoInfer<Payload>,
    cause: string | null = null,
  ): Promise<string> => {
    scopeBind(appendFx, { scope })({ definition, payload, cause }).catch(() => {});
    const id = log.findLast(({ type }) => type === definition.type)?.id ?? "";
    await settle();
    return id;
  };

  return {
    scope,
    log,
    sent,
    history,
    documents,
    keptClients,
    keptLanguages,
    dataLayer,
    told,
    left,
    asksBeforeUnload: () => asks,
    get: (store) => scope.getState(store),
    act: async (unit, params) => {
      scopeBind(unit, { scope })(params);
      await settle();
    },
    record,
    open: (route, path, params = {}) =>
      record(screenOpened, { route, path, params: { ...params } }),
    signIn: async (user) => {
      await record(getCurrentUser.succeeded, { status: 200, body: user });
    },
    answer: (call, respond) => void responders.set(call, respond),
    waiting: (call) =>
      waiting.filter(({ request }) => request.call === call).map(({ request }) => request),
    reply: async (call, body, { status = 200, index = 0 } = {}) => {
      take(call, index).resolve({ status, body });
      await settle();
    },
    fail: async (call, failure = {}, { index = 0 } = {}) => {
      take(call, index).reject(failureOf(failure));
      await settle();
    },
    aborted,
    transfer: async (requestId, state) => {
      watchers.get(requestId)?.(state);
      await settle();
    },
    measure: async (measure) => {
      if (!takeMeasure) throw new Error("Nobody asks for a measure");
      takeMeasure(measure);
      await settle();
    },
    get delays() {
      return delays.map(({ delay }) => delay);
    },
    elapse: async (tag) => {
      const index = delays.findIndex(({ delay }) => delay.tag.startsWith(tag));
      const [one] = index < 0 ? [] : delays.splice(index, 1);
      if (!one) throw new Error(`No delay is tagged ${tag}`);
      now += one.delay.milliseconds;
      one.end();
      await settle();
    },
    settle,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    nextFrame: async () => {
      const drawn = frames;
      frames = [];
      for (const draw of drawn) draw();
      await settle();
    },
    envelopes: <Type extends string, Payload>(definition: EventDefinition<Type, Payload>) =>
      log.filter((envelope) => envelope.type === definition.type) as Envelope<Type, Payload>[],
  };
}
