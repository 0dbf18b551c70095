/**
 * How many large bodies one user sends or receives at once. What is on its way is held in memory for as long as the other
 * side takes, which may be for ever.
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
   * Counts the transfer until its answer has gone, or whoever asked.
   *
   * @throws ApiError ETOOMANYREQUESTS where the user has too many.
   */
  begin(userId: string, reply: FastifyReply): void {
    const open = this.#open.get(userId) ?? 0;
    if (open >= AT_ONCE) {
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      throw new ApiError("ETOOMANYREQUESTS", message("requests.tooManyTransfers"));
    }
    this.#open.set(userId, open + 1);
    const { socket } = reply.request.raw;
    // Of requests that come one behind the other on a connection that ends, answers that never began tell nothing.
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
