/**
 * The app in a separate scope for a replay: states come from the log, and every port except those below is a
 * missingPort, so that the replayed screen records, requests and sends nothing.
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
  /** Puts the app into states of a timeline. */
  readonly show: (states: States) => void;
  /** Advances the app by one event. */
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
      // Their own handlers would load code, which a replay has preloaded.
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
