/** Messages between the server and a thread or process that has no database of its own. */

/** An error of the database. Its class is lost when it is sent. */
export interface SentError {
  readonly message: string;
  readonly code: string;
}

export type LendingReply =
  | { readonly kind: "connected"; readonly connection: number }
  | {
      readonly kind: "rows";
      readonly connection: number;
      readonly rows: unknown[];
      readonly affected: bigint | undefined;
    }
  | { readonly kind: "refused"; readonly connection: number; readonly error: SentError };

export type LendingRequest =
  | { readonly kind: "connect" | "release"; readonly connection: number }
  | {
      readonly kind: "query";
      readonly connection: number;
      readonly sql: string;
      readonly parameters: readonly unknown[];
    };

/** How the server reaches a borrower. */
export interface LendingPort {
  postMessage(reply: LendingReply): void;
  /** A thread also sends messages of its job, which have other kinds. */
  on(event: "message", listener: (message: LendingRequest | { kind: string }) => void): unknown;
}

/** How a borrower reaches the server. */
export interface BorrowingPort {
  postMessage(request: LendingRequest): void;
  on(event: "message", listener: (reply: LendingReply) => void): unknown;
  on(event: "close", listener: () => void): unknown;
}
