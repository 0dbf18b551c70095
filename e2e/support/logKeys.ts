/** The keys of the stored event log, as the server hands them to the pages of a browser. */
import type { BrowserContext, Response } from "@playwright/test";
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import { authenticate, getCurrentUser, login } from "#events/calls/session.ts";
import { logKeyIn, userIn } from "#src/app/logSessions.ts";
import { markOf } from "#src/app/userMark.ts";
import { bytesOfBase64 } from "#src/kernel/log/base64.ts";
import type { LogKey } from "#src/kernel/log/sealing.ts";

/** By the user's mark. */
export type LogKeys = Map<string, LogKey>;

const SIGN_INS = [getCurrentUser, login, verifyCode, verifyPasskey, authenticate];

/** @returns a function that stops watching, and resolves to the keys of everybody who has signed in. */
export function watchLogKeys(context: BrowserContext): () => Promise<LogKeys> {
  const keys: LogKeys = new Map();
  const reading: Promise<void>[] = [];
  const watch = (response: Response) => {
    const { pathname } = new URL(response.url());
    const call = SIGN_INS.find(({ endpoint }) => endpoint === pathname);
    if (!call || response.status() !== 200) return;
    // The page may be gone before its answer is read. Each page of a user gets the same key.
    const read = response.json().then(
      (body: unknown) => addLogKey(keys, call.succeeded.type, body),
      () => undefined,
    );
    reading.push(read);
  };
  context.on("response", watch);
  return async () => {
    context.off("response", watch);
    await Promise.all(reading);
    return keys;
  };
}

/** @param body an answer of the call with that event; null if nobody is signed in. */
export function addLogKey(keys: LogKeys, type: string, body: unknown): void {
  const answer = { type, payload: { body } };
  const [user, key] = [body === null ? null : userIn(answer), logKeyIn(answer)];
  if (user !== null && key !== null) keys.set(markOf(user), bytesOfBase64(key));
}
