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
export const $isPrinting = createProjection("identities/printing", false, (on) => [
  on(actions.reportPrintWanted, () => true),
  on(actions.reportPrinted, () => false),
  on(calls.listIdentityEntitlements.failed, () => false),
  on(calls.listIdentityChanges.failed, () => false),
  on(screenOpened, () => false),
]);

/** The rows of the open tab; null unless they are to be printed. */
const $rows = combine(
  { isPrinting: $isPrinting, screen: $screen, access: accessList.$view, changes: changeList.$view },
  ({ isPrinting, screen, access, changes }) => {
    if (!isPrinting) return null;
    const isOfChanges = screen?.route === identityChangesRoute.name;
    const { total, itemAt } = isOfChanges ? changes : access;
    const items = Array.from({ length: total ?? 0 }, (_, at) => itemAt(at));
    const isWhole = total !== null && items.every((item) => item !== null);
    return { isOfChanges, count: items.length, isWhole };
  },
);

for (const { isOfChanges, rowsShown } of [
  { isOfChanges: false, rowsShown: actions.accessList.rowsShown },
  { isOfChanges: true, rowsShown: actions.changeList.rowsShown },
]) {
  // Scrolling requests fewer rows, so all are requested again.
  react(
    [actions.reportPrintWanted, rowsShown],
    $rows,
    (rows, { payload }) => {
      if (rows === null || rows.isWhole || rows.isOfChanges !== isOfChanges) return null;
      const isAsked = "end" in payload && payload.first === 0 && payload.end === rows.count;
      return isAsked ? null : { payload: { first: 0, end: rows.count } };
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
  $rows,
  (rows) => (rows?.isWhole ? { payload: {} } : null),
  createFollowUp(actions.reportPrinted),
);
sample({ clock: onLive(actions.reportPrinted), fn: () => undefined, target: printPageFx });
