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
 * @param kinds given the number of the request, from 0.
 * @returns the milliseconds of each, which count from when it was due.
 * @throws Error for an answer that is not 200.
 */
export async function requestSteadily(
  kinds: Readonly<Record<string, (request: number) => Promise<Answer>>>,
  { every, requests }: Load,
): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  const entries = Object.entries(kinds);
  const open: Promise<void>[] = [];
  let failure: unknown = null;
  const start = performance.now();
  for (let request = 0; request < requests && failure === null; request++) {
    const due = start + request * every;
    await sleep(Math.max(0, due - performance.now()));
    const [name, ask] = entries[request % entries.length] as (typeof entries)[number];
    open.push(
      ask(request).then(
        ({ status }) => {
          if (status !== 200) failure ??= new Error(`${name} was answered with ${status}`);
          times.get(name)?.push(performance.now() - due);
        },
        (error: unknown) => {
          failure ??= error;
        },
      ),
    );
  }
  await Promise.all(open);
  if (failure !== null) throw failure;
  return times;
}
