/**
 * The analytics port of a replay: a core of its own that rebuilds the report which the replayed screen stands at, from
 * the body in the log. What was left out of the log cannot be asked.
 */
import { createPassingPort, type AnalyticsRequest } from "../../kernel/analytics.ts";
import { createKeepReport } from "../../kernel/keepReport.ts";
import type { LoggedBody } from "../../kernel/log/writeLog.ts";

export const LEFT_OUT = "The report was left out of this log, so that its table cannot be shown.";

export interface ReportPort {
  /** @throws Error with `LEFT_OUT` where the log does not hold the report. */
  readonly ask: (request: AnalyticsRequest) => Promise<unknown>;
  readonly end: () => void;
}

/** @param cited the digest of the report that the replay stands at; null where there is none. */
export function createReportPort(
  bodies: readonly LoggedBody[],
  cited: () => string | null,
): ReportPort {
  const { ask, end } = createPassingPort();
  const keep = createKeepReport(ask);
  const byDigest = new Map(bodies.map((body) => [body.digest, body.bytes]));
  let held: { readonly digest: string; readonly loaded: Promise<void> } | null = null;

  async function load(bytes: Uint8Array): Promise<void> {
    // A copy: its buffer goes to the core for good.
    let rest: Uint8Array<ArrayBuffer> | null = new Uint8Array(bytes);
    const read = async () => {
      const chunk = rest;
      rest = null;
      return chunk;
    };
    const body = { read, size: bytes.length, cancel: () => undefined };
    const reply = await keep(body, new AbortController().signal, () => undefined);
    if (!reply.ok) throw new Error(`The report in this log cannot be read: ${reply.message}`);
  }

  return {
    async ask(request) {
      const digest = cited();
      const bytes = digest === null ? undefined : byDigest.get(digest);
      if (digest === null || bytes === undefined) throw new Error(LEFT_OUT);
      if (held?.digest !== digest) held = { digest, loaded: load(bytes) };
      await held.loaded;
      return ask(request);
    },
    end,
  };
}
