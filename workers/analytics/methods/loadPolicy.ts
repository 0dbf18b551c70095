import type { CoreState } from "../coreState.ts";
import type { PolicyReply } from "../policyStore.ts";

/**
 * Reads the role oids of an org's policy, or those that it inherits: a JSON list. The last few are kept, so that a late
 * one replaces none.
 *
 * @param pieces in order, cut anywhere; transfer them
 * @param keeps whether the answer returns the bytes
 */
export function loadPolicy(
  { policies }: CoreState,
  pieces: readonly Uint8Array<ArrayBuffer>[],
  keeps = false,
): Promise<PolicyReply> {
  return policies.load(pieces, keeps);
}
