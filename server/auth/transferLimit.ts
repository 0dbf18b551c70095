/**
 * Limits concurrent large transfers per user. A transfer stays in memory for as long as the peer takes, which may be
 * for ever.
 */
import { finished } from "node:stream";
import type { FastifyReply } from "fastify";
import { message } from "#events/messages/message.ts";
import { ApiError } from "../plugins/errors.ts";

const AT_ONCE = 8;
const RETRY_AFTER_SECONDS = 5;

export class TransferLimit {
  readonly #open = new Map<string, number>();

  /**
   * Counts the transfer until its answer was sent or its client disconnected.
   *
   * @throws ApiError ETOOMANYREQUESTS if the user has too many.
   */
  begin(userId: string, reply: FastifyReply): void {
    const open = this.#open.get(userId) ?? 0;
    if (open >= AT_ONCE) {
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      throw new ApiError("ETOOMANYREQUESTS", message("requests.tooManyTransfers"));
    }
    this.#open.set(userId, open + 1);
    const { socket } = reply.request.raw;
    // Pipelined requests on a closed connection emit no event for answers that never started.
    const end = () => {
      socket.off("close", end);
      stopWaiting();
      this.#end(userId);
    };
    const stopWaiting = finished(reply.raw, end);
    socket.once("close", end);
  }

  #end(userId: string): void {
    const left = (this.#open.get(userId) ?? 0) - 1;
    if (left > 0) this.#open.set(userId, left);
    else this.#open.delete(userId);
  }
}
