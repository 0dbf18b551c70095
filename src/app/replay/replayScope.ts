/**
 * The app in a scope of its own that only replays: states come from the log, and every port but those below is left
 * missingPort, so that whatever a screen may try, nothing is recorded, asked or sent.
 */
import { allSettled, fork, type Scope } from "effector";
import type { Envelope } from "#events/kernel/event.ts";
import { analyticsFx, askAny, type Ask, type Question } from "../../kernel/analytics.ts";
import type { States } from "../../kernel/log/states.ts";
import { documentFx, type ShownDocument } from "../../kernel/ports.ts";
import { statesRestored } from "../../kernel/projection.ts";
import { recorded } from "../../kernel/recorder.ts";
import { $hasModels } from "../lazyModels.ts";
import { $screenModules, loadScreenFx } from "../model.ts";
import { $KeepAlive, loadClockFx } from "../keepAliveLoader.ts";
import type { ReplayCode } from "./replayCode.ts";

export interface ReplayPorts {
  readonly code: ReplayCode;
  readonly showDocument: (shown: ShownDocument) => void;
  readonly ask: Ask;
}

export interface ReplayScope {
  readonly scope: Scope;
  /** Puts the app into states that a timeline gave. */
  readonly show: (states: States) => void;
  /** Moves it on by one event. */
  readonly step: (event: Envelope) => void;
}

export function createReplayScope({ code, showDocument, ask }: ReplayPorts): ReplayScope {
  const scope = fork({
    values: [
      [$hasModels, true],
      [$screenModules, code.screens],
      [$KeepAlive, code.clock && { View: code.clock.KeepAlive }],
    ],
    handlers: [
      [documentFx, showDocument],
      [analyticsFx, (question: Question) => askAny(ask, question)],
      // Their own handlers would fetch code: a replay brings all of it before it begins.
      [
        loadScreenFx,
        ({ route }: { readonly route: { readonly name: string } }) => code.screens.get(route.name),
      ],
      [loadClockFx, () => code.clock],
    ],
  });
  return {
    scope,
    show: (states) => void allSettled(statesRestored, { scope, params: states }),
    step: (event) => void allSettled(recorded, { scope, params: event }),
  };
}
