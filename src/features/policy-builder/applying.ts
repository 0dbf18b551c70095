/** Applies what is ticked to the org's policy, or says why not. */
import { combine, sample } from "effector";
import { applyRefused, applyWanted } from "#events/actions/policyBuilder.ts";
import { screenOpened } from "#events/actions/app.ts";
import { decideApply } from "#events/policy/builder.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { PreparedList } from "../../kernel/preparedList.ts";
import { createAction, createConsequence, happened } from "../../kernel/recorder.ts";
import { $currentOrg, $org, fetchOrg, induceCall } from "../orgs/index.ts";
import { toRoleMappingDetail } from "../role-mapping/index.ts";
import { $clientId, isToldByScreen } from "../session/index.ts";
import { listToApplyFx } from "./evaluation.ts";
import { $builder, $scope, isBuilder } from "./model.ts";

export const applyPolicy = createAction(applyWanted);
const refuse = createConsequence(applyRefused);

/** The request or the counting before it is under way. */
export const $applying = combine(
  listToApplyFx.pending,
  induceCall.$status,
  (counting, status) => counting || status === "InProgress",
);

sample({
  clock: happened(screenOpened),
  source: $scope,
  filter: (scope, { payload }) => isBuilder(payload.route) && scope !== null,
  fn: (scope, { id }) => ({ oid: scope?.orgOid ?? "", cause: id }),
  target: fetchOrg,
});

const wanted = happened(applyWanted);
sample({
  clock: wanted,
  source: $applying,
  filter: (applying) => !applying,
  fn: (_applying, { id }) => ({ cause: id }),
  target: listToApplyFx,
});

sample({
  clock: listToApplyFx.fail,
  fn: ({ params, error }) =>
    notificationOf(
      "error",
      `Nothing was applied: ${error.message}. Please try again.`,
      params.cause,
    ),
  target: showNotification,
});

const decided = sample({
  clock: listToApplyFx.done,
  source: { builder: $builder, org: $org, scope: $scope, clientId: $clientId },
  fn: ({ builder, org, scope, clientId }, { params, result }) => {
    const orgOid = org && org.oid === scope?.orgOid ? org.oid : null;
    const decision = decideApply({
      text: builder.text,
      selectedCount: result.count,
      orgOid,
      clientId,
    });
    return { decision, roleOids: result.roleOids ?? [], orgOid, clientId, cause: params.cause };
  },
});
sample({
  clock: decided,
  filter: ({ decision }) => !decision.ok,
  fn: ({ decision, cause }) => ({
    payload: decision.ok
      ? { message: "", flagFilter: false }
      : { message: decision.message, flagFilter: decision.flagFilter },
    cause,
  }),
  target: refuse,
});
sample({
  clock: happened(applyRefused),
  fn: ({ payload, id }) => notificationOf("error", payload.message, id),
  target: showNotification,
});
sample({
  clock: decided,
  filter: ({ decision }) => decision.ok,
  fn: ({ roleOids, orgOid, clientId, cause }) => ({
    params: { clientId: clientId ?? "", oid: orgOid ?? "" },
    body: roleOids instanceof PreparedList ? roleOids : [...roleOids],
    cause,
  }),
  target: induceCall.start,
});

sample({
  clock: induceCall.succeeded,
  fn: ({ id }) => notificationOf("success", "Entitlement policies have been updated.", id),
  target: showNotification,
});
sample({ clock: induceCall.succeeded, fn: () => ({}), target: induceCall.reset });
const applied = sample({
  clock: induceCall.succeeded,
  source: { scope: $scope, current: $currentOrg },
  fn: ({ scope, current }, { payload, id }) => {
    const { oid } = payload.body;
    return { oid, id, scope, isCurrent: current.oid === oid, isOpen: scope?.orgOid === oid };
  },
});
// Who has left the builder meanwhile stays where they are, and sees the new policy if that is where it is shown.
sample({
  clock: applied,
  filter: ({ isOpen, isCurrent }) => !isOpen && isCurrent,
  fn: ({ oid, id }) => ({ oid, cause: id }),
  target: fetchOrg,
});
sample({
  clock: applied,
  filter: ({ isOpen }) => isOpen,
  fn: ({ oid, scope, id }) => ({
    path: toRoleMappingDetail(oid, scope?.resourceId ?? null),
    saved: true,
    cause: id,
  }),
  target: navigateTo,
});
sample({
  clock: induceCall.failed,
  filter: ({ payload }) => isToldByScreen(payload),
  fn: ({ id }) => notificationOf("error", "Failed to update entitlement policies.", id),
  target: showNotification,
});
