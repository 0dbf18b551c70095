/** Sign-ins that fail: wrong passwords are counted per account and address, answered more and more slowly, and then refused. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Milliseconds } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { ApiError } from "../plugins/errors.ts";
import { KeyedQueue } from "../keyedQueue.ts";
import { usernameKey } from "./queries.ts";

const MINUTE: Milliseconds = 60_000;
/** Wrong passwords within five minutes, after which no password is tried any more. */
const FAILURES_PER_ACCOUNT = { max: 10, timeWindow: 5 * MINUTE };
const FAILURES_PER_ADDRESS = { max: 100, timeWindow: 5 * MINUTE };

/** Wrong passwords of an account that are answered at once; each further one waits twice as long. */
const UNSLOWED = 4;
const FIRST_PAUSE: Milliseconds = 250;

/** The same of an address, behind which many may sit: each further one waits a little longer, up to a longest time. */
const UNSLOWED_OF_ADDRESS = 40;
const FURTHER_PAUSE: Milliseconds = 50;
const MAX_PAUSE_OF_ADDRESS: Milliseconds = 2000;

export interface LoginThrottle {
  /**
   * Tries a password of the account that the body's `username` names. Attempts at one account take turns, as at once
   * they would all pass before the first of them is counted; of one address no more are under way than it may still fail.
   *
   * @param attempt gives null for a wrong password.
   * @throws ApiError ETOOMANYREQUESTS, or `refusal` for a wrong password.
   */
  try<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: () => Promise<Result | null>,
    refusal: ApiError,
  ): Promise<Result>;
  /**
   * Before a sign-in by other means than a password.
   *
   * @throws ApiError ETOOMANYREQUESTS where too many of its address failed lately.
   */
  refuseTooMany(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts such a sign-in that failed, of its address. */
  countFailure(request: FastifyRequest): Promise<void>;
}

/** How long the answer to a wrong password waits. @param failures of the account before it. */
function pauseOfAccount(failures: number): Milliseconds {
  return failures < UNSLOWED ? 0 : FIRST_PAUSE * 2 ** (failures - UNSLOWED);
}

/** @param failures of the address before it. */
function pauseOfAddress(failures: number): Milliseconds {
  const further = Math.max(0, failures + 1 - UNSLOWED_OF_ADDRESS);
  return Math.min(further * FURTHER_PAUSE, MAX_PAUSE_OF_ADDRESS);
}

declare module "fastify" {
  interface FastifyInstance {
    readonly loginThrottle: LoginThrottle;
  }
}

export function throttleLogins(app: FastifyInstance): void {
  const { pause } = app.services;
  const ofAccount = app.createRateLimit({
    ...FAILURES_PER_ACCOUNT,
    keyGenerator: (request) => accountOf(request),
  });
  const ofAddress = app.createRateLimit(FAILURES_PER_ADDRESS);
  const accounts = new KeyedQueue();
  const addresses = new KeyedQueue();
  /** Attempts whose outcome is not known yet, by the address as its limit names it. */
  const underWay = new Map<string, Set<Promise<void>>>();

  /** @returns how many may still fail. */
  async function requireFew(
    limit: typeof ofAddress,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<number> {
    const state = await limit(request, { increment: false });
    if (state.isAllowed) return Infinity;
    if (state.remaining > 0) return state.remaining;
    reply.header("retry-after", state.ttlInSeconds);
    throw new ApiError("ETOOMANYREQUESTS", message("accounts.tooManyFailures"));
  }

  /** Counts a failure. @returns how many were counted before it. */
  async function count(limit: typeof ofAddress, request: FastifyRequest): Promise<number> {
    const state = await limit(request);
    return state.isAllowed ? 0 : state.max - state.remaining - 1;
  }

  /**
   * An attempt of the address, counted there if it fails. Where those under way could use up what may still fail, it
   * waits for one of them, and not for the pause that follows a failure: right ones that come together all pass.
   *
   * @returns also how many failures of the address were counted before it.
   */
  async function attemptOfAddress<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: () => Promise<Result | null>,
  ): Promise<{ readonly result: Result | null; readonly failures: number }> {
    const { key } = await ofAddress(request, { increment: false });
    const { outcome } = await addresses.run(key, async () => {
      for (;;) {
        // Before the limit is read: who fails between the two is counted twice rather than not at all.
        const others = [...(underWay.get(key) ?? [])];
        const left = await requireFew(ofAddress, request, reply);
        if (others.length < left) break;
        await Promise.race(others);
      }
      const begun = attempt().then(async (result) => ({
        result,
        failures: result === null ? await count(ofAddress, request) : 0,
      }));
      keepUntilEnd(key, begun);
      return { outcome: begun };
    });
    return outcome;
  }

  function keepUntilEnd(key: string, attempt: Promise<unknown>): void {
    const ofKey = underWay.get(key) ?? new Set();
    underWay.set(key, ofKey);
    const leave = () => {
      ofKey.delete(ended);
      if (ofKey.size === 0) underWay.delete(key);
    };
    const ended = attempt.then(leave, leave);
    ofKey.add(ended);
  }

  app.decorate("loginThrottle", {
    try: (request, reply, attempt, refusal) =>
      accounts.run(accountOf(request), async () => {
        await requireFew(ofAccount, request, reply);
        const { result, failures } = await attemptOfAddress(request, reply, attempt);
        if (result !== null) return result;
        const milliseconds = Math.max(
          pauseOfAddress(failures),
          pauseOfAccount(await count(ofAccount, request)),
        );
        if (milliseconds > 0) await pause(milliseconds);
        throw refusal;
      }),
    refuseTooMany: async (request, reply) => void (await requireFew(ofAddress, request, reply)),
    countFailure: async (request) => void (await ofAddress(request)),
  } satisfies LoginThrottle);
}

function accountOf(request: FastifyRequest): string {
  const body = request.body as { readonly username?: unknown } | null;
  return usernameKey(String(body?.username));
}
