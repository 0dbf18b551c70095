/** The imports of files that were written: what each changed, and its undo. */
import { combine } from "effector";
import * as actions from "#events/actions/import.ts";
import * as calls from "#events/calls/import.ts";
import { message } from "#events/messages/message.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { filled } from "../../kernel/filters.ts";
import { createList } from "../../kernel/list.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $lastImport, $place } from "./model.ts";
import { importRoute } from "./route.ts";

const undoCall = createCall(calls.undoImport);

export const historyList = createList(actions.importHistory, {
  call: createCall(calls.listPastImports),
  routes: [importRoute.name],
  // Its rows change when another import ends.
  source: combine($place, $lastImport, (place, lastImport) => place && { ...place, lastImport }),
  request: ({ clientId }) => ({ params: { clientId }, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.imports,
  kept: ["open"],
  refreshOn: [calls.undoImport.succeeded, calls.undoImport.failed],
});

const $openPlace = combine($place, historyList.$query, (place, { open }) =>
  place !== null && isUuid(open) ? { ...place, importId: open } : null,
);

/** The import that the address names, while its row is loaded; null if it names none. */
export const $openImport = combine(
  historyList.$view,
  $openPlace,
  ({ find }, place) => place && find(({ id }) => id === place.importId),
);

export const changeList = createList(actions.importChanges, {
  call: createCall(calls.listImportChanges),
  routes: [importRoute.name],
  inAddress: false,
  source: $openPlace,
  request: (params, { contains, kind, change }) => ({
    params,
    query: filled({ contains, kind, change }),
  }),
  itemsOf: ({ _embedded }) => _embedded.changes,
});

export const openChange = createAction(actions.importChangeOpened);
/** The number of the record that is shown before and after; null if none is. */
export const $openChange = createDialog(
  "import/openChange",
  actions.importChangeOpened,
  ({ no }) => no,
);

export const undoConfirmation = createConfirmation(actions.importUndo, {
  call: undoCall,
  source: $place,
  request: ({ id }, { clientId }) => ({ params: { clientId, importId: id } }),
  doneMessage: ({ no }) => message("import.undone", { no }),
  failedMessage: ({ no }, reason) => message("import.notUndone", { no, reason }),
});
