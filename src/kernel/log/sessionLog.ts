/** The log of one session of this tab, as it is recorded: its events and what they led to, kept and in memory. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Checkpoint } from "./format.ts";
import { createLogKeeper, type LogKeeper, type LogKeeperPorts } from "./logKeeper.ts";
import type { SessionContent } from "./keptSession.ts";
import type { OwnSession } from "./logStore.ts";
import type { NotedOutcome } from "./noteOutcomes.ts";
import { createOutcomeKeeper, type OutcomeKeeperPorts } from "./outcomeKeeper.ts";
import type { OutcomeBatch } from "./outcomes.ts";

/** The name of the projection that says which projections count. */
const COUNTED = "app/projections";

export interface SessionLogPorts
  extends Omit<LogKeeperPorts, "session">, Pick<OutcomeKeeperPorts, "idle" | "visible"> {
  readonly id: string;
  readonly build: string;
}

/** What is not known to be written. */
export interface Unwritten {
  readonly begins: { readonly checkpoint: Checkpoint; readonly personal: readonly string[] } | null;
  readonly events: readonly Envelope[];
  readonly outcomes: readonly OutcomeBatch[];
}

export interface SessionLog {
  readonly id: string;
  push(event: Envelope): void;
  note(outcome: NotedOutcome): void;
  shown(): void;
  /** From now on it is that user's; a hash. */
  belongsTo(user: string): void;
  owner(): OwnSession;
  unwritten(): Unwritten;
  /** @param events all of it. */
  content(events: readonly Envelope[]): Promise<SessionContent>;
  readonly flush: LogKeeper["flush"];
  readonly store: LogKeeper["store"];
}

export function createSessionLog(ports: SessionLogPorts): SessionLog {
  const { id, build, begins } = ports;
  let user: string | null = null;
  /** Null until they are found: until then nothing can be left to another page. */
  let personal: readonly string[] | null = null;
  void begins?.personal.then((texts) => (personal = texts));
  const owner = (): OwnSession => ({ id, build, user });
  const keeper = createLogKeeper({ ...ports, session: owner });
  const outcomes = createOutcomeKeeper({
    ...ports,
    begins: countedIn(begins?.checkpoint.states ?? {}),
    write: async (batch) => (await keeper.store())?.addOutcomes(id, batch),
  });
  return {
    id,
    push: keeper.push,
    note: outcomes.push,
    shown: outcomes.shown,
    belongsTo: (one) => void (user = one),
    owner,
    unwritten() {
      const lacking = keeper.lacksBegin() ? begins : null;
      if (lacking && personal === null) return { begins: null, events: [], outcomes: [] };
      return {
        begins: lacking && { checkpoint: lacking.checkpoint, personal: personal ?? [] },
        events: keeper.unwritten(),
        outcomes: outcomes.unwritten(),
      };
    },
    content: async (events) => ({
      id,
      build,
      checkpoint: begins?.checkpoint ?? null,
      personal: (await begins?.personal) ?? [],
      events,
      outcomes: outcomes.all(),
    }),
    flush: keeper.flush,
    store: keeper.store,
  };
}

function countedIn(states: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const names = (states[COUNTED] ?? []) as readonly string[];
  return new Map(
    names.filter((name) => Object.hasOwn(states, name)).map((name) => [name, states[name]]),
  );
}
