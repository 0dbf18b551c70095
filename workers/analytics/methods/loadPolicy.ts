import type { CoreState } from "../coreState.ts";
import type { PolicyReply } from "../policyStore.ts";

/**
 * Reads the role oids that an org's policy induces, a JSON list. The last few that were read are held, so that one
 * that comes late takes the place of none.
 *
 * @param pieces in order, cut anywhere; transfer them
 * @param keeps whether the answer gives the bytes back
 */
export function loadPolicy(
  { policies }: CoreState,
  pieces: readonly Uint8Array<ArrayBuffer>[],
  keeps = false,
): Promise<PolicyReply> {
  return policies.load(pieces, keeps);
}
