/**
 * The kept log before its code is there: the first screen comes first, and what is recorded meanwhile waits in memory.
 */
import type { Envelope } from "#events/kernel/event.ts";
import type { NotedOutcome } from "../kernel/log/noteOutcomes.ts";
import type { KeptLogOptions, KeptLogPorts } from "./keptLog.ts";
import { leaveLastWords, type LastWords } from "./lastWords.ts";

export interface LateLog {
  readonly push: (event: Envelope) => void;
  readonly note: (outcome: NotedOutcome) => void;
  /** Keeps the bytes of a body that events cite. */
  readonly keepBody: (digest: string, bytes: Blob) => void;
  /** Begins to keep what is recorded in that scope; what was pushed before is not lost. */
  readonly start: (options: Pick<KeptLogOptions, "scope" | "onTrouble">) => Promise<void>;
  readonly ports: () => Promise<KeptLogPorts>;
}

export function createLateLog(options: Omit<KeptLogOptions, "scope" | "onTrouble">): LateLog {
  let early: Envelope[] | null = [];
  let earlyOutcomes: NotedOutcome[] | null = [];
  let log: KeptLogPorts | null = null;
  const { promise, resolve, reject } = withResolvers<KeptLogPorts>();
  window.addEventListener("pagehide", () => {
    for (const words of log?.unwritten() ?? earlyWords()) leaveLastWords(words);
  });
  // Who waits for it is told; nobody may wait.
  promise.catch(() => undefined);

  function earlyWords(): readonly LastWords[] {
    const events = early ?? [];
    return [...new Set(events.map(({ session }) => session))].map((session) => ({
      session,
      build: options.build,
      user: null,
      begins: null,
      events: events.filter((event) => event.session === session),
      outcomes: [],
    }));
  }

  return {
    keepBody: (digest, bytes) =>
      void promise.then((kept) => kept.keepBody(digest, bytes)).catch(() => undefined),
    push(event) {
      if (log) log.push(event);
      else early?.push(event);
    },
    note(outcome) {
      if (log) log.note(outcome);
      else earlyOutcomes?.push(outcome);
    },
    async start({ scope, onTrouble }) {
      try {
        const { createKeptLog } = await import("./keptLog.ts");
        log = createKeptLog({ ...options, scope, onTrouble }, early?.[0]?.session ?? "");
        for (const event of early ?? []) log.push(event);
        for (const outcome of earlyOutcomes ?? []) log.note(outcome);
        early = null;
        earlyOutcomes = null;
        resolve(log);
      } catch (error) {
        early = null;
        earlyOutcomes = null;
        reject(error);
        onTrouble(error);
      }
    },
    ports: () => promise,
  };
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((accept, refuse) => {
    resolve = accept;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
