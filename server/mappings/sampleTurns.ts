/** Bounds the evaluations that a person waits for: how many run at the same time, and how long each may take. */
import { setTimeout } from "node:timers/promises";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../callContext.ts";
import { ApiError } from "../plugins/errors.ts";

/** Milliseconds after which an evaluation ends with what it has. */
const SAMPLE_TIME = 3000;
/** Evaluations at the same time, each of which may use a thread. */
const MAX_SAMPLES = 4;
/** Of one system, so that others get their turn. */
const MAX_SAMPLES_OF_SYSTEM = MAX_SAMPLES / 2;
/** Milliseconds to wait for others. Less than `SAMPLE_TIME`, because waiting for endless ones does not help. */
const TURN_TIME = 2000;
const TURN_STEP = 25;

/** The resources whose mappings are evaluated, once for each evaluation. */
const running: string[] = [];

/**
 * @param work gets a signal that aborts when its time is up, or when the client no longer waits for the reply.
 * @throws ApiError ETOOMANYREQUESTS while many others run.
 */
export async function inSampleTurn<Result>(
  { reply }: Pick<CallContext, "reply">,
  resourceId: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = disconnection(reply);
  await takeTurn(resourceId, gone);
  try {
    return await work(AbortSignal.any([gone, AbortSignal.timeout(SAMPLE_TIME)]));
  } finally {
    running.splice(running.indexOf(resourceId), 1);
  }
}

function disconnection({ raw }: CallContext["reply"]): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once("close", () => controller.abort());
  return controller.signal;
}

/** An editor sends a preview after each change, before the one of the last change has ended. */
async function takeTurn(resourceId: string, gone: AbortSignal): Promise<void> {
  const until = performance.now() + TURN_TIME;
  const isFull = () =>
    running.length >= MAX_SAMPLES ||
    running.filter((id) => id === resourceId).length >= MAX_SAMPLES_OF_SYSTEM;
  while (isFull()) {
    if (gone.aborted || performance.now() > until) {
      throw new ApiError("ETOOMANYREQUESTS", message("mappings.tooManyPreviews"));
    }
    await setTimeout(TURN_STEP);
  }
  running.push(resourceId);
}
