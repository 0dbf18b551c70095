/** Messages between the server's thread and a thread that has no database of its own. */

/** An error of the database; its class does not survive the way between threads. */
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
