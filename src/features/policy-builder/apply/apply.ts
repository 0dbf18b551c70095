/** Applies the selected entitlements to the org's policy, or shows why they cannot be applied. */
import { attach, combine, createStore, sample } from "effector";
import { applyRefused, applyWanted, filterTextChanged } from "#events/actions/policyBuilder.ts";
import { notificationExpired } from "#events/actions/app.ts";
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
import { createTask } from "../../../kernel/task.ts";
import { $org, induceCall } from "../../../data/orgs/index.ts";
import { toRoleMappingDetail } from "../../role-mapping/index.ts";
import { $clientId } from "../../../data/session/index.ts";
import { holdApply } from "./confirm.ts";
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
  /** The requesting event. */
  readonly cause: string;
}

export const applyPolicy = createAction(applyWanted);
const refuse = createFollowUp(applyRefused);

/** The request or its preparation is in progress. */
export const $applying = combine(
  listRolesFx.pending,
  induceCall.$status,
  (counting, status) => counting || status === "InProgress",
);

/** Listing the roles takes time, in which the user may leave the builder or open another. */
const count = createTask(
  attach({ mapParams: ({ cause }: Attempt) => ({ cause }), effect: listRolesFx }),
);
react(
  applyWanted,
  combine({ applying: $applying, builder: $builder, scope: $scope, clientId: $clientId }),
  ({ applying, builder: { text, threshold }, scope, clientId }, { id }) =>
    applying ? null : { input: { text, threshold, scope, clientId, cause: id } },
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
const decided = sample({
  clock: count.done,
  source: { org: $org, scope: $scope },
  filter: ({ scope }, { payload: { input } }) => scope === input.scope,
  fn: ({ org }, { payload: { input, result } }) => {
    const { text, threshold, scope, clientId, cause } = input;
    const orgOid = org && org.oid === scope?.orgOid ? org.oid : null;
    const decision = decideApply({
      text,
      selectedCount: result.count + result.inherited,
      removedCount: result.removed,
      orgOid,
      clientId,
    });
    const resourceId = scope?.resourceId ?? null;
    const query = { threshold, ...(resourceId !== null && { resourceId }) };
    return { decision, ...result, body: result.body ?? [], query, orgOid, clientId, cause };
  },
});
sample({
  clock: decided.filterMap(({ decision, cause }) =>
    decision.ok ? undefined : { reason: decision.reason, flagFilter: decision.flagFilter, cause },
  ),
  fn: ({ cause, ...payload }) => ({ payload, cause }),
  target: refuse,
});
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
const ready = decided.filterMap(({ decision, body, query, orgOid, clientId, cause, ...counts }) =>
  decision.ok && clientId !== null && orgOid !== null
    ? { params: { clientId, oid: orgOid }, query, body, cause, ...counts }
    : undefined,
);
// What changes nothing needs no confirmation.
const changing = sample({
  clock: ready,
  source: $policy,
  fn: (policy, { count, ...apply }) => ({
    ...apply,
    sent: count + apply.removed,
    changes: policy === null || apply.added + apply.removed > 0,
  }),
});
sample({ clock: changing, filter: ({ changes }) => changes, target: holdApply });
sample({
  clock: changing,
  filter: ({ changes }) => !changes,
  fn: ({ params, query, body, cause }) => ({ params, query, body, cause }),
  target: induceCall.start,
});

/** A pending apply that may change nothing: the selected entitlements, and those already in the policy. */
interface Unchanging {
  readonly count: number;
  readonly inherited: number;
  readonly before: number;
}
const $unchanging = createStore<Unchanging | null>(null, { serialize: "ignore" });
sample({
  clock: decided,
  source: { org: $org, policy: $policy },
  fn: ({ org, policy }, { count, added, inherited, removed }) =>
    org === null || removed > 0 || (added > 0 && policy !== null)
      ? null
      : { count: count + inherited, inherited, before: org.inducementCount },
  target: $unchanging,
});
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
