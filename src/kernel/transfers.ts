/**
 * Large answers on their way: how far they have come and how to end them. Both are ports; of a transfer nothing is
 * recorded but what became of it.
 */
import { createEffect } from "effector";
import { missingPort } from "./ports.ts";

/** How far the body of an answer has come. */
export interface Transfer {
  /** Bytes that were taken in. */
  readonly bytes: number;
  /** Bytes of the whole; null where the server does not say. */
  readonly size: number | null;
  /** Entitlements that were read from them. */
  readonly rows: number;
  /** Everything has arrived, and is being put in order. */
  readonly arrived: boolean;
}

export interface TransferQuestion {
  readonly requestId: string;
  /** What the asker knows; null at first. */
  readonly seen: Transfer | null;
}

/** Port: tells, in the next frame at the earliest, what differs from what was seen; null once the request is over. */
export const transferFx = createEffect<TransferQuestion, Transfer | null>({
  sid: "port/transfer",
  handler: missingPort("transfer"),
});

/** Port: ends a request, which then fails with the code ECANCELLED. One that is over is left alone. */
export const abortFx = createEffect<{ readonly requestId: string }, void>({
  sid: "port/abort",
  handler: missingPort("abort"),
});

/** The answers that are on their way in a browser. */
export class Transfers {
  private readonly running = new Map<string, RunningTransfer>();

  begin(requestId: string): RunningTransfer {
    const transfer = new RunningTransfer();
    this.running.set(requestId, transfer);
    return transfer;
  }

  end(requestId: string): void {
    this.running.get(requestId)?.move(null);
    this.running.delete(requestId);
  }

  abort(requestId: string): void {
    this.running.get(requestId)?.abort(new DOMException("Cancelled", "AbortError"));
  }

  /** Resolves as soon as the state is another than `seen`. */
  async next({ requestId, seen }: TransferQuestion): Promise<Transfer | null> {
    return (await this.running.get(requestId)?.changed(seen)) ?? null;
  }
}

export class RunningTransfer {
  private state: Transfer | null = null;
  private over = false;
  private wake: () => void = () => {};
  private woken = new Promise<void>((resolve) => (this.wake = resolve));
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: DOMException): void {
    this.controller.abort(reason);
  }

  /** @param state null when it is over */
  move(state: Transfer | null): void {
    this.state = state;
    this.over ||= state === null;
    this.wake();
    this.woken = new Promise((resolve) => (this.wake = resolve));
  }

  async changed(seen: Transfer | null): Promise<Transfer | null> {
    while (!this.over && this.state === seen) await this.woken;
    return this.state;
  }
}
