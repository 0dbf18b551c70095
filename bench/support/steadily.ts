/** Requests at a steady rate, whether or not earlier ones have been answered. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./apiClient.ts";

export interface Load {
  /** Milliseconds between the starts of two requests. */
  readonly every: number;
  readonly requests: number;
}

/**
 * Requests of each kind in turn.
 *
 * @param kinds called with the number of the request, from 0.
 * @returns the milliseconds of each request answered with 200, measured from its due time; and the outcomes of the
 * others.
 */
export async function requestSteadily(
  kinds: Readonly<Record<string, (request: number) => Promise<Answer>>>,
  { every, requests }: Load,
): Promise<{ times: ReadonlyMap<string, number[]>; failures: readonly string[] }> {
  const times = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  const entries = Object.entries(kinds);
  const open: Promise<void>[] = [];
  const failures: string[] = [];
  const start = performance.now();
  for (let request = 0; request < requests; request++) {
    const due = start + request * every;
    await sleep(Math.max(0, due - performance.now()));
    const [name, ask] = entries[request % entries.length] as (typeof entries)[number];
    open.push(
      ask(request).then(
        ({ status }) => {
          if (status === 200) times.get(name)?.push(performance.now() - due);
          else failures.push(`${name} was answered with ${status}`);
        },
        (error: unknown) => {
          failures.push(`${name} had no answer: ${String(error)}`);
        },
      ),
    );
  }
  await Promise.all(open);
  return { times, failures };
}
