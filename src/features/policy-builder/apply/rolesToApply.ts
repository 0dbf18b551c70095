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
  sameQuery,
  type TableResult,
  type Wanted,
} from "../table/tableQuery.ts";

/** Questions of the table that may come between before apply gives up. */
const APPLY_TRIES = 5;

export interface Applied {
  /** Roles that are selected, new or not. */
  readonly count: number;
  /** Roles that leave the policy. */
  readonly removed: number;
  /** What is sent, a long list as the worker made it; null where the roles are more than can be sent. */
  readonly body: PolicyChange | PreparedList | null;
}

/** What apply would send now; `cause` is the event that asked for it. */
export const listRolesFx = attach({
  source: { wanted: $wanted, known: $known },
  mapParams: (params: { readonly cause: string }, source) => ({ ...params, ...source }),
  effect: createEffect<
    {
      readonly cause: string;
      readonly wanted: Wanted | null;
      readonly known: TableResult | null;
    },
    Applied
  >(async ({ wanted, known }) => {
    if (wanted === null) return { count: 0, removed: 0, body: [] };
    let before = known?.report === wanted.report ? known : null;
    for (let tries = 0; tries < APPLY_TRIES; tries += 1) {
      const view = await viewOf(wanted, before);
      const applied = await askRoles(view);
      if (applied !== null) return applied;
      // A question of the table came between. Which steps the worker holds now is not known here.
      before = null;
    }
    throw new MessageError(message("builder.selectionChanged"));
  }),
});

/** That of what is shown where it is the same: a new one would make it stale, and an export of it, too. */
function viewOf(wanted: Wanted, known: TableResult | null): BuilderView | Promise<BuilderView> {
  const isShown = known?.policy === wanted.policy && sameQuery(known.builder, wanted.builder);
  return isShown ? known.view : askView(wanted.builder, known);
}

/** Null when the view is stale. */
async function askRoles({
  generation,
  newRoles,
  alreadyInPolicy,
  removedRoles: removed,
}: BuilderView): Promise<Applied | null> {
  const count = newRoles + alreadyInPolicy;
  if (count + removed > APPLIED_MAX) return { count, removed, body: null };
  if (count + removed <= LIST_KEPT) {
    const list = await askAnalytics("applyList", generation);
    return list && { count, removed, body: changeOf(list) };
  }
  const body = await askAnalytics("applyBody", generation);
  return body && { count, removed, body: new PreparedList(body.json, body.roles) };
}

function changeOf({ roleOids, removedOids }: ApplyList): PolicyChange {
  return removedOids.length === 0
    ? [...roleOids]
    : { add: [...roleOids], remove: [...removedOids] };
}
