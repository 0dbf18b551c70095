/** Changes the users who are selected in the list. The server checks the change, and Bulk Changes shows its effect. */
import { combine } from "effector";
import * as actions from "#events/actions/users.ts";
import { checkSelection } from "#events/calls/bulkChanges.ts";
import { message } from "#events/messages/message.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall, isReportable, reasonOf } from "../../kernel/calls.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { bulkPath } from "./bulk/rules.ts";
import { filtersOf, userList } from "./listModel.ts";
import { usersRoute } from "./route.ts";

export const changeSelected = createAction(actions.selectedChangeChosen);
const checkCall = createCall(checkSelection);
export const $isCheckingSelection = checkCall.$status.map((status) => status === "InProgress");

react(
  actions.selectedChangeChosen,
  combine($clientId, userList.$view, (clientId, view) =>
    clientId === null ? null : { clientId, view },
  ),
  (list, { payload: { change } }) =>
    list && {
      params: { clientId: list.clientId },
      body: { ...list.view.selection, filters: filtersOf(list.view.query), change },
    },
  checkCall.start,
);
// Stay on the screen that the administrator has opened since.
react(
  checkCall.succeeded,
  $screen,
  (screen, { payload: { body } }) =>
    screen?.route === usersRoute.name ? { path: bulkPath(body.id) } : null,
  navigateTo,
);
react(
  checkCall.failed,
  $screen,
  (_screen, { payload: failure, id }) =>
    isReportable(failure)
      ? notificationOf(
          "error",
          message("users.selectionNotChecked", {
            reason: failure.fields?.[0]?.reason ?? reasonOf(failure),
          }),
          id,
        )
      : null,
  showNotification,
);
