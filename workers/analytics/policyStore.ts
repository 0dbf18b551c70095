/** The last read policies, by the digest of their bytes. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readPolicy, type PolicyRoles } from "../columns/readPolicy.ts";
import { ReportError } from "../columns/reportError.ts";
import { ChunkDigest } from "./digest.ts";

/** The policy and the inherited roles of the open builder, and those whose answers arrive late; 16 bytes per role. */
const MAX_HELD = 6;

export type PolicyReply =
  | {
      readonly ok: true;
      /** Computed like a report's. */
      readonly digest: string;
      /** Bytes. */
      readonly size: number;
      /** Null if they are not kept. */
      readonly bytes: Blob | null;
    }
  | { readonly ok: false; readonly code: "EBADPOLICY"; readonly reason: Message };

export interface PolicyStore {
  readonly load: (
    pieces: readonly Uint8Array<ArrayBuffer>[],
    keeps: boolean,
  ) => Promise<PolicyReply>;
  /** Null for a policy that is not held. */
  readonly get: (digest: string) => PolicyRoles | null;
}

export function createPolicyStore(): PolicyStore {
  const held = new Map<string, PolicyRoles>();
  return {
    get: (digest) => held.get(digest) ?? null,
    async load(pieces, keeps) {
      const kept: Blob[] = [];
      const hashing = new ChunkDigest((piece) => void (keeps && kept.push(new Blob([piece]))));
      let policy: PolicyRoles;
      try {
        policy = readPolicy(pieces);
      } catch (error) {
        if (!(error instanceof ReportError)) throw error;
        const { problem, offset: at } = error;
        const reason = message("reports.badPolicy", { problem, at });
        return { ok: false, code: "EBADPOLICY", reason };
      }
      let size = 0;
      for (const piece of pieces) {
        hashing.push(piece);
        size += piece.length;
      }
      const digest = await hashing.finish();
      held.delete(digest);
      held.set(digest, policy);
      for (const oldest of held.keys()) {
        if (held.size <= MAX_HELD) break;
        held.delete(oldest);
      }
      return { ok: true, digest, size, bytes: keeps ? new Blob(kept) : null };
    },
  };
}
