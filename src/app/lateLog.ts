/**
 * The kept log before its code is there: the first screen comes first, and what is recorded meanwhile waits in memory.
 */
import type { Envelope } from "#events/kernel/event.ts";
import type { LogLimits } from "../kernel/log/logStore.ts";
import type { KeptLogOptions, KeptLogPorts } from "./keptLog.ts";
import { leaveLastWords } from "./lastWords.ts";

/** Fourteen days and 64 MB. */
export const LOG_LIMITS: LogLimits = { age: 14 * 24 * 3_600_000, bytes: 64_000_000 };

export interface LateLog {
  readonly push: (event: Envelope) => void;
  /** Begins to keep what is recorded in that scope; what was pushed before is not lost. */
  readonly start: (options: Pick<KeptLogOptions, "scope" | "onTrouble">) => Promise<void>;
  readonly ports: () => Promise<KeptLogPorts>;
}

export function createLateLog(options: Omit<KeptLogOptions, "scope" | "onTrouble">): LateLog {
  let early: Envelope[] | null = [];
  let log: KeptLogPorts | null = null;
  const { promise, resolve, reject } = withResolvers<KeptLogPorts>();
  window.addEventListener("pagehide", () => {
    const events = log ? log.unwritten() : (early ?? []);
    leaveLastWords({ session: options.session, build: options.build, events });
  });
  // Who waits for it is told; nobody may wait.
  promise.catch(() => undefined);

  return {
    push(event) {
      if (log) log.push(event);
      else early?.push(event);
    },
    async start({ scope, onTrouble }) {
      try {
        const { createKeptLog } = await import("./keptLog.ts");
        log = createKeptLog({ ...options, scope, onTrouble });
        for (const event of early ?? []) log.push(event);
        early = null;
        resolve(log);
      } catch (error) {
        early = null;
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
