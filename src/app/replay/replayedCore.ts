/** The analytics core in the states of a log: what it shows there with the log's report. */
import type { TableRange } from "#workers/analytics/contract.ts";
import { bytesIn, reportIn } from "../../features/policy-builder/index.ts";
import type { Ask } from "../../kernel/analytics.ts";
import type { LoggedBodies } from "../../kernel/log/loggedBody.ts";
import type { States } from "../../kernel/log/states.ts";
import { $visibleQuestion, type TableSnapshot } from "../../kernel/tableSnapshot.ts";
import { createReplayScope } from "./replayScope.ts";
import { createReportPort } from "./reportPort.ts";

export interface ReplayedCore {
  /** Whether the log contains the report of the states, the policy's roles, and those that the org inherits. */
  readonly holds: (states: States) => boolean;
  /**
   * The table in those states; null without one.
   *
   * @param range rows of the table; null for those of the states
   * @throws Error if the log lacks the report or contains a damaged one
   */
  readonly show: (states: States, range: TableRange | null) => Promise<TableSnapshot | null>;
}

/** @param core used exclusively by this replay. */
export function createReplayedCore(core: Ask, bodies: LoggedBodies): ReplayedCore {
  let shown: States = new Map();
  const ask = createReportPort(core, bodies, () => reportIn(shown));
  const replay = createReplayScope({
    code: { screens: new Map(), clock: { KeepAlive: () => null } },
    showDocument: () => undefined,
    // The builder's own queries are not needed here.
    ask: () => new Promise(() => undefined),
  });
  return {
    holds(states) {
      return reportIn(states) !== null && bytesIn(states).every(({ digest }) => bodies.has(digest));
    },
    async show(states, range) {
      shown = states;
      replay.show(states);
      const question = replay.scope.getState($visibleQuestion);
      return question && question.askOf(ask, range);
    },
  };
}
