/** Messages between the server's thread and the embedded database's thread. */

export interface ThreadSettings {
  /** Directory of the database's files, created if missing; null keeps everything in memory. */
  directory: string | null;
}

export type ToThread =
  /** Whole messages of the PostgreSQL wire protocol. */
  { kind: "bytes"; bytes: Uint8Array } | { kind: "close" };

export type FromThread =
  | { kind: "ready" }
  | { kind: "bytes"; bytes: Uint8Array }
  /** The database crashed; `reason` is its last output. The thread ends afterwards. */
  | { kind: "fatal"; reason: string }
  | { kind: "closed" };
