/** Tells a user that stored secrets cannot be used. */
import type { FastifyRequest } from "fastify";
import type { Message } from "#events/kernel/message.ts";
import { ApiError } from "../plugins/errors.ts";
import { SecretKeyError } from "./secretKey.ts";
import { SecretUnreadableError } from "./secrets.ts";

/** What the log and the user are told. */
interface Unavailable {
  readonly logged: string;
  readonly refusal: Message;
}

/** @throws ApiError EUNAVAILABLE if the server lacks the key of the secrets. */
export async function withSecretKey<Result>(
  { request }: { readonly request: Pick<FastifyRequest, "log"> },
  { logged, refusal }: Unavailable,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof SecretKeyError) && !(error instanceof SecretUnreadableError)) {
      throw error;
    }
    request.log.error(error, logged);
    throw new ApiError("EUNAVAILABLE", refusal);
  }
}
