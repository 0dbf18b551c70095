/**
 * The login throttle: failed sign-ins are counted, answered with growing delays, and then refused. An attacker cannot
 * lock a user out: attempts count for account and address together, and a known device has its own counter.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Milliseconds } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { KeyedQueue } from "../../keyedQueue.ts";
import { ApiError } from "../../plugins/errors.ts";
import { usernameKey } from "../queries.ts";
import {
  addressKey,
  findExceeded,
  refundAttempt,
  reserveAttempt,
  type Exceeded,
  type FailureLimit,
  type FailuresBefore,
} from "./failureCounters.ts";

const WINDOW: Milliseconds = 5 * 60_000;
/** Failures of an account from one address, or of one known device. */
const MAX_OF_SOURCE = 10;
const MAX_OF_ADDRESS = 100;
/** Failures of an account from all unknown devices: more than a few addresses can cause. */
const MAX_OF_ACCOUNT = 300;

/** Failures of a source without a delay. Each further one doubles the delay. */
const UNSLOWED = 4;
const FIRST_PAUSE: Milliseconds = 250;

/** The same for an address, which many users may share: each further failure adds a little delay, up to a maximum. */
const UNSLOWED_OF_ADDRESS = 40;
const FURTHER_PAUSE: Milliseconds = 50;
const MAX_PAUSE_OF_ADDRESS: Milliseconds = 2000;

export interface Attempt<Result> {
  /** The kind of attempt, such as "password". Each has its own counters, except those of addresses. */
  readonly kind: string;
  /** The name as typed. */
  readonly username: string;
  /** The user's device or session; null for an unknown one. */
  readonly knownAs: string | null;
  /** @returns null for a failure. */
  readonly run: () => Promise<Result | null>;
  /** Thrown after a failure. */
  readonly refusal: ApiError;
  /** Failures of the account from unknown devices; by default 300 in five minutes. */
  readonly ofAccount?: { readonly max: number; readonly window: Milliseconds };
}

export interface LoginThrottle {
  /**
   * Runs an attempt. Attempts of one source run one after the other. No more attempts of an address run concurrently
   * than may still fail.
   *
   * @throws ApiError ETOOMANYREQUESTS, or the attempt's `refusal`.
   */
  try<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    attempt: Attempt<Result>,
  ): Promise<Result>;
  /**
   * Checks the limit before a sign-in without password.
   *
   * @throws ApiError ETOOMANYREQUESTS if too many of its address failed recently.
   */
  refuseTooMany(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a failed sign-in without password for its address. */
  countFailure(request: FastifyRequest): Promise<void>;
}

/** The delay of the answer to a failure. @param failures of the source before it. */
function pauseOfSource(failures: number): Milliseconds {
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

function addressLimit({ ip }: FastifyRequest): FailureLimit {
  return { key: `address ${addressKey(ip)}`, max: MAX_OF_ADDRESS, window: WINDOW };
}

interface Limits {
  readonly source: FailureLimit;
  /** null for a known device, which attempts from elsewhere never block. */
  readonly address: FailureLimit | null;
  readonly all: readonly FailureLimit[];
}

function limitsOf(request: FastifyRequest, attempt: Attempt<unknown>): Limits {
  const { kind, knownAs, username } = attempt;
  const account = `${kind} account ${usernameKey(username)}`;
  const of = (key: string) => ({ key, max: MAX_OF_SOURCE, window: WINDOW });
  if (knownAs !== null) {
    const source = of(`${account} known as ${knownAs}`);
    return { source, address: null, all: [source] };
  }
  const source = of(`${account} from ${addressKey(request.ip)}`);
  const address = addressLimit(request);
  const { max, window } = attempt.ofAccount ?? { max: MAX_OF_ACCOUNT, window: WINDOW };
  return { source, address, all: [source, address, { key: account, max, window }] };
}

export function throttleLogins(app: FastifyInstance): void {
  const { db, now, pause } = app.services;
  const sources = new KeyedQueue();
  const addresses = new KeyedQueue();
  /** Running attempts of this server by address key. */
  const underWay = new Map<string, Set<Promise<void>>>();

  function refuse(reply: FastifyReply, endsAt: Date): never {
    const seconds = Math.ceil((endsAt.getTime() - now().getTime()) / 1000);
    reply.header("retry-after", Math.max(1, seconds));
    throw new ApiError("ETOOMANYREQUESTS", message("accounts.tooManyFailures"));
  }

  /**
   * If running attempts could exhaust the address's limit, the attempt waits for one of them, but not for the delay
   * after a failure. Concurrent correct passwords therefore all pass.
   */
  async function reserve({ address, all }: Limits): Promise<FailuresBefore | Exceeded> {
    for (;;) {
      // Read before the counters, so that an attempt that ends in between is awaited rather than missed.
      const others = [...(underWay.get(address?.key ?? "") ?? [])];
      const reserved = await reserveAttempt(db, all, now());
      const waits = "endsAt" in reserved && reserved.key === address?.key && others.length > 0;
      if (!waits) return reserved;
      await Promise.race(others);
    }
  }

  /** @returns also the failures counted before it. */
  async function makeAttempt<Result>(
    reply: FastifyReply,
    limits: Limits,
    run: () => Promise<Result | null>,
  ): Promise<{ readonly result: Result | null; readonly before: FailuresBefore }> {
    const key = limits.address?.key ?? limits.source.key;
    const { outcome } = await addresses.run(key, async () => {
      const reserved = await reserve(limits);
      if ("endsAt" in reserved) return refuse(reply, reserved.endsAt);
      const begun = run().then(
        async (result) => {
          if (result !== null) await refundAttempt(db, limits.all);
          return { result, before: reserved };
        },
        async (error: unknown) => {
          // The attempt was not made, so it revealed nothing.
          await refundAttempt(db, limits.all);
          throw error;
        },
      );
      if (limits.address) keepUntilEnd(key, begun);
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
    try: (request, reply, attempt) => {
      const limits = limitsOf(request, attempt);
      return sources.run(limits.source.key, async () => {
        const { result, before } = await makeAttempt(reply, limits, attempt.run);
        if (result !== null) return result;
        const milliseconds = Math.max(
          pauseOfSource(before.get(limits.source.key) ?? 0),
          limits.address ? pauseOfAddress(before.get(limits.address.key) ?? 0) : 0,
        );
        if (milliseconds > 0) await pause(milliseconds);
        throw attempt.refusal;
      });
    },
    refuseTooMany: async (request, reply) => {
      const endsAt = await findExceeded(db, addressLimit(request), now());
      if (endsAt) refuse(reply, endsAt);
    },
    countFailure: async (request) =>
      void (await reserveAttempt(db, [addressLimit(request)], now())),
  } satisfies LoginThrottle);
}
