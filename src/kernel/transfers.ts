/**
 * Large answers in transfer: their progress and cancelling. Both are ports; only the outcome of a transfer is recorded.
 */
import { createEffect } from "effector";
import { missingPort } from "./ports.ts";

/** The progress of an answer's body. */
export interface Transfer {
  /** Received bytes. */
  readonly bytes: number;
  /** Total bytes; null if the server does not report them. */
  readonly size: number | null;
  /** Entitlements decoded from them. */
  readonly rows: number;
  /** Everything has arrived and is being indexed. */
  readonly arrived: boolean;
}

export interface TransferQuestion {
  readonly requestId: string;
  /** The caller's last known state; null at first. */
  readonly seen: Transfer | null;
}

/**
 * Port: reports a state that differs from the known one, in the next frame at the earliest; null once the request is
 * over.
 */
export const transferFx = createEffect<TransferQuestion, Transfer | null>({
  sid: "port/transfer",
  handler: missingPort("transfer"),
});

/** Port: aborts a request, which then fails with the code ECANCELLED. A completed one is ignored. */
export const abortFx = createEffect<{ readonly requestId: string }, void>({
  sid: "port/abort",
  handler: missingPort("abort"),
});

/** The answers in transfer in a browser. */
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

  /** Resolves as soon as the state differs from `seen`. */
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
