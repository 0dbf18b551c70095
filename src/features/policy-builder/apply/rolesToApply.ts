/** The roles that apply would send, as the worker lists them. */
import { message } from "#events/messages/message.ts";
import { MessageError } from "../../../kernel/messageError.ts";
import { attach, createEffect } from "effector";
import type { PolicyChange } from "#events/calls/orgs.ts";
import { APPLIED_MAX } from "#events/rules/builder.ts";
import type { ApplyList, BuilderView } from "#workers/analytics/contract.ts";
import { askAnalytics } from "../../../kernel/analytics.ts";
import { PreparedList } from "../../../kernel/serializedBody.ts";
import { LIST_KEPT } from "../../../kernel/truncation.ts";
import {
  $known,
  $wanted,
  askView,
  samePolicy,
  sameQuery,
  type TableResult,
  type Wanted,
} from "../table/tableQuery.ts";

/** Maximum intervening table queries before apply gives up. */
const APPLY_TRIES = 5;

export interface Applied {
  /** Selected roles that are sent, new or in the policy. */
  readonly count: number;
  /** The roles that the policy lacks, as far as the policy is loaded. */
  readonly added: number;
  /** Selected roles that the org inherits: they are not sent. */
  readonly inherited: number;
  /** Roles that are removed from the policy. */
  readonly removed: number;
  /** The request body, a long list in the worker's serialized form; null if there are more roles than can be sent. */
  readonly body: PolicyChange | PreparedList | null;
}

/** What apply would send now. */
export const listRolesFx = attach({
  source: { wanted: $wanted, known: $known },
  effect: createEffect<
    {
      readonly wanted: Wanted | null;
      readonly known: TableResult | null;
    },
    Applied
  >(async ({ wanted, known }) => {
    if (wanted === null) return { count: 0, added: 0, inherited: 0, removed: 0, body: [] };
    let before = known?.report === wanted.report ? known : null;
    for (let tries = 0; tries < APPLY_TRIES; tries += 1) {
      const view = await viewOf(wanted, before);
      const applied = await askRoles(view);
      if (applied !== null) return applied;
      // Another table query intervened, so the worker's steps are unknown here.
      before = null;
    }
    throw new MessageError(message("builder.selectionChanged"));
  }),
});

/** Reuses the shown view if it matches, because a new one would make it and a running export stale. */
function viewOf(wanted: Wanted, known: TableResult | null): BuilderView | Promise<BuilderView> {
  const isShown =
    known !== null && samePolicy(known, wanted) && sameQuery(known.builder, wanted.builder);
  return isShown ? known.view : askView(wanted.builder, known);
}

/** Null if the view is stale. */
async function askRoles({
  generation,
  newRoles: added,
  alreadyInPolicy,
  inheritedRoles: inherited,
  removedRoles: removed,
}: BuilderView): Promise<Applied | null> {
  const count = added + alreadyInPolicy;
  const counts = { count, added, inherited, removed };
  if (count + removed > APPLIED_MAX) return { ...counts, body: null };
  if (count + removed <= LIST_KEPT) {
    const list = await askAnalytics("applyList", generation);
    return list && { ...counts, body: changeOf(list) };
  }
  const body = await askAnalytics("applyBody", generation);
  return body && { ...counts, body: new PreparedList(body.json, body.roles) };
}

function changeOf({ roleOids, removedOids }: ApplyList): PolicyChange {
  return removedOids.length === 0
    ? [...roleOids]
    : { add: [...roleOids], remove: [...removedOids] };
}
