/** What the server's thread and the thread of the embedded database say to each other. */

export interface ThreadSettings {
  /** Directory of the database's files, which is created when it is absent; null keeps everything in memory. */
  directory: string | null;
}

export type ToThread =
  /** Whole messages of the PostgreSQL wire protocol. */
  { kind: "bytes"; bytes: Uint8Array } | { kind: "close" };

export type FromThread =
  | { kind: "ready" }
  | { kind: "bytes"; bytes: Uint8Array }
  /** The database ended; `reason` is what it said last. The thread ends after it. */
  | { kind: "fatal"; reason: string }
  | { kind: "closed" };
