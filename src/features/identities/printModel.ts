/** Printing the report of a person: all rows of the open tab are loaded first, because paper does not scroll. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/identities.ts";
import * as calls from "#events/calls/identities.ts";
import { printPageFx } from "../../kernel/filePorts.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { accessList, changeList } from "./reportModel.ts";
import { identityChangesRoute } from "./route.ts";

export const printReport = createAction(actions.reportPrintWanted);

/** Whether the user waits for the rows. */
const $isWaiting = createProjection("identities/printing", false, (on) => [
  on(actions.reportPrintWanted, () => true),
  on(actions.reportPrinted, () => false),
  on(calls.listIdentityEntitlements.failed, () => false),
  on(calls.listIdentityChanges.failed, () => false),
  on(screenOpened, () => false),
]);

/** The rows of the open tab. */
const $rows = combine(
  { screen: $screen, access: accessList.$view, changes: changeList.$view },
  ({ screen, access, changes }) => {
    const isOfChanges = screen?.route === identityChangesRoute.name;
    const { total, itemAt } = isOfChanges ? changes : access;
    const count = total ?? 0;
    const isWhole =
      total !== null && Array.from({ length: count }, (_, at) => at).every((at) => itemAt(at));
    return { isOfChanges, count, isWhole };
  },
);

export const $printing = combine($isWaiting, $rows, (isWaiting, rows) => ({ isWaiting, ...rows }));

for (const { isOfChanges, rowsShown } of [
  { isOfChanges: false, rowsShown: actions.accessList.rowsShown },
  { isOfChanges: true, rowsShown: actions.changeList.rowsShown },
]) {
  // A user who scrolls asks for fewer rows.
  react(
    [actions.reportPrintWanted, rowsShown],
    $printing,
    (printing, { payload }) => {
      const { isWaiting, isWhole, count } = printing;
      const isAsked = "end" in payload && payload.first === 0 && payload.end === count;
      return !isWaiting || isWhole || isAsked || printing.isOfChanges !== isOfChanges
        ? null
        : { payload: { first: 0, end: count } };
    },
    createFollowUp(rowsShown),
  );
}

react(
  [
    actions.reportPrintWanted,
    calls.listIdentityEntitlements.succeeded,
    calls.listIdentityChanges.succeeded,
  ],
  $printing,
  ({ isWaiting, isWhole }) => (isWaiting && isWhole ? { payload: {} } : null),
  createFollowUp(actions.reportPrinted),
);
sample({ clock: onLive(actions.reportPrinted), fn: () => undefined, target: printPageFx });
