/** Applies the selected entitlements to the org's policy, or shows why they cannot be applied. */
import { attach, combine, createStore, sample } from "effector";
import { applyRefused, applyWanted, filterTextChanged } from "#events/actions/policyBuilder.ts";
import { notificationExpired } from "#events/actions/app.ts";
import type { PolicyChange } from "#events/calls/orgs.ts";
import type { ReportScope } from "#events/entities/miningReport.ts";
import { message, type MessageCode } from "#events/messages/message.ts";
import { decideApply } from "#events/rules/builder.ts";
import { isReportable, reasonOf } from "../../../kernel/calls.ts";
import { navigateTo } from "../../../kernel/navigation.ts";
import {
  $notifications,
  expireNotification,
  notificationOf,
  showNotification,
} from "../../../kernel/notifications.ts";
import { react } from "../../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { notifyFailures } from "../../../kernel/notifyFailures.ts";
import type { PreparedList } from "../../../kernel/serializedBody.ts";
import { createTask } from "../../../kernel/task.ts";
import { $org, induceCall } from "../../../data/orgs/index.ts";
import { toRoleMappingDetail } from "../../role-mapping/index.ts";
import { $clientId } from "../../../data/session/index.ts";
import { $applyFailure } from "./failure.ts";
import { listRolesFx } from "./rolesToApply.ts";
import { $builder, $scope } from "../model.ts";
import { $policy } from "../report/policyRoles.ts";

/** The builder's state when apply was pressed. */
interface Attempt {
  readonly text: string;
  /** Percent. */
  readonly threshold: number;
  readonly scope: ReportScope | null;
  readonly clientId: string | null;
}

export const applyPolicy = createAction(applyWanted);

/** The request or its preparation is in progress. */
export const $applying = combine(
  listRolesFx.pending,
  induceCall.$status,
  (counting, status) => counting || status === "InProgress",
);

/** Listing the roles takes time, in which the user may leave the builder or open another. */
const count = createTask(
  attach({ mapParams: (_attempt: Attempt) => undefined, effect: listRolesFx }),
);
react(
  applyWanted,
  combine({ applying: $applying, builder: $builder, scope: $scope, clientId: $clientId }),
  ({ applying, builder: { text, threshold }, scope, clientId }) =>
    applying ? null : { input: { text, threshold, scope, clientId } },
  count.start,
);
notifyFailures(count.failed, (reason) => message("builder.notApplied", { reason }));

// Reopening the builder resets it, so even the same builder counts as another.
react(
  count.done,
  combine({ scope: $scope, clientId: $clientId }),
  ({ scope, clientId }, { payload: { input }, id }) =>
    scope !== input.scope && clientId === input.clientId
      ? notificationOf("warning", message("builder.left"), id)
      : null,
  showNotification,
);

/** What is sent to the server. */
export interface AcceptedApply {
  readonly params: { readonly clientId: string; readonly oid: string };
  readonly query: { readonly threshold: number; readonly resourceId?: string };
  readonly body: PolicyChange | PreparedList;
  /** Roles that the policy gets, and those that it loses. */
  readonly added: number;
  readonly removed: number;
  /** All sent roles. */
  readonly sent: number;
}

/** A pending apply that may change nothing: the selected entitlements, and those already in the policy. */
interface Unchanging {
  readonly count: number;
  readonly inherited: number;
  readonly before: number;
}

const decided = sample({
  clock: count.done,
  source: { org: $org, scope: $scope, policy: $policy },
  filter: ({ scope }, { payload: { input } }) => scope === input.scope,
  fn: ({ org, policy }, { payload: { input, result }, id }) => {
    const { text, threshold, scope, clientId } = input;
    const { count: sent, added, removed, inherited, body } = result;
    const orgOid = org && org.oid === scope?.orgOid ? org.oid : null;
    const decision = decideApply({
      text,
      selectedCount: sent + inherited,
      removedCount: removed,
      orgOid,
      clientId,
    });
    const resourceId = scope?.resourceId ?? null;
    const accepted: AcceptedApply | null =
      decision.ok && clientId !== null && orgOid !== null
        ? {
            params: { clientId, oid: orgOid },
            query: { threshold, ...(resourceId !== null && { resourceId }) },
            body: body ?? [],
            added,
            removed,
            sent: sent + removed,
          }
        : null;
    const changes = policy === null || added + removed > 0;
    const unchanging: Unchanging | null =
      org === null || removed > 0 || (added > 0 && policy !== null)
        ? null
        : { count: sent + inherited, inherited, before: org.inducementCount };
    return { payload: { decision, accepted, changes, unchanging }, id };
  },
});
react(
  decided,
  ({ payload: { decision } }) =>
    decision.ok ? null : { payload: { reason: decision.reason, flagFilter: decision.flagFilter } },
  createFollowUp(applyRefused),
);
notifyFailures(applyRefused);

/** How often apply was refused until the filter is cleared: each time the filter gets the focus. */
export const $clearingAsked = createStore(0, { serialize: "ignore" }).on(
  onLive(applyRefused),
  (asked, { payload }) => (payload.flagFilter ? asked + 1 : asked),
);

const CLEAR_FILTER: MessageCode = "builder.clearFilter";
const $askedToClear = $notifications.map(
  (shown) => shown.find((one) => one.message.code === CLEAR_FILTER) ?? null,
);
// Messages that ask to clear the filter close when it is cleared, one after the other if apply was pressed repeatedly.
react(
  [onLive(filterTextChanged), onLive(notificationExpired)],
  combine({ builder: $builder, asked: $askedToClear }),
  ({ builder, asked }) =>
    builder.text === "" && asked !== null ? { payload: { id: asked.id } } : null,
  expireNotification,
);
/** An apply that is sent once it is confirmed. */
export const confirmationNeeded = decided.filterMap(({ payload: { accepted, changes }, id }) =>
  accepted !== null && changes ? { payload: accepted, id } : undefined,
);
// What changes nothing needs no confirmation.
react(
  decided,
  ({ payload: { accepted, changes } }) =>
    accepted === null || changes ? null : requestOf(accepted),
  induceCall.start,
);

export function requestOf({ params, query, body }: AcceptedApply) {
  return { params, query, body };
}

const $unchanging = createStore<Unchanging | null>(null, { serialize: "ignore" }).on(
  decided,
  (_state, { payload }) => payload.unchanging,
);
react(
  induceCall.succeeded,
  $unchanging,
  (sent, { payload: { body }, id }) =>
    // If nothing is removed, an unchanged number means that nothing was added.
    sent?.before === body.inducementCount
      ? notificationOf("info", alreadyGranted(sent), id)
      : notificationOf("success", message("builder.applied"), id),
  showNotification,
);
function alreadyGranted({ count, inherited }: Unchanging) {
  const code = inherited === 0 ? "builder.alreadyApplied" : "builder.alreadyGranted";
  return message(code, { count });
}
sample({ clock: induceCall.succeeded, fn: () => ({}), target: induceCall.reset });
// Stay on the screen that the administrator has opened since.
react(
  induceCall.succeeded,
  $scope,
  (scope, { payload: { body } }) =>
    scope?.orgOid === body.oid
      ? { path: toRoleMappingDetail(body.oid, scope.resourceId), saved: true }
      : null,
  navigateTo,
);
// The open builder that sent it shows a banner.
react(
  induceCall.failed,
  $applyFailure,
  (shown, { payload, id }) =>
    shown === null && isReportable(payload)
      ? notificationOf(
          "error",
          message("builder.applyFailedElsewhere", { reason: reasonOf(payload) }),
          id,
        )
      : null,
  showNotification,
);
