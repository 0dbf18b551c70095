/** The port between tabs that share a session. */
import type { TabMessage } from "../kernel/ports.ts";

const CHANNEL = "provision.session";

export interface Tabs {
  readonly tell: (message: TabMessage) => void;
  readonly listen: (hear: (message: TabMessage) => void) => void;
}

/** Without BroadcastChannel, tabs cannot notify each other. */
export function createTabChannel(): Tabs {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
  return {
    tell: (message) => channel?.postMessage(message),
    listen: (hear) => {
      channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        const message = readMessage(data);
        if (message) hear(message);
      });
    },
  };
}

/** A tab of another build may send unknown messages. */
export function readMessage(data: unknown): TabMessage | null {
  if (data === null || typeof data !== "object") return null;
  const { kind, userId, userTimedOut, at } = data as Readonly<Record<string, unknown>>;
  if (kind === "started" && typeof userId === "string") return { kind, userId };
  if (kind === "ended" && typeof userTimedOut === "boolean") return { kind, userTimedOut };
  if (kind === "active" && Number.isSafeInteger(at)) return { kind, at: Number(at) };
  return null;
}
