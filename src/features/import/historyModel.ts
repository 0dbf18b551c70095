/** The imports of files that were written: what each changed, and its undo. */
import { combine } from "effector";
import { navigated } from "#events/actions/app.ts";
import * as actions from "#events/actions/import.ts";
import * as calls from "#events/calls/import.ts";
import { message } from "#events/messages/message.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { filled } from "../../kernel/filters.ts";
import { addressChanged, triggerWhen } from "../../kernel/latest.ts";
import { createList } from "../../kernel/list.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $place } from "./model.ts";
import { importRoute } from "./route.ts";

const undoCall = createCall(calls.undoImport);

const UNDO_ENDED = [calls.undoImport.succeeded, calls.undoImport.failed];

export const historyList = createList(actions.importHistory, {
  call: createCall(calls.listPastImports),
  routes: [importRoute.name],
  source: $place,
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.imports,
  kept: ["open"],
  refreshOn: [
    ...UNDO_ENDED,
    triggerWhen(calls.getCurrentImport.succeeded, ({ body }) => body.current?.status === "done"),
  ],
});

const $openPlace = combine($place, historyList.$query, (place, { open }) =>
  place !== null && isUuid(open) ? { ...place, importId: open } : null,
);

/** Whether the address names an import. */
export const $isImportOpen = $openPlace.map((place) => place !== null);
/** The import that the address names. */
export const $openImport = createQuery("import/openImport", {
  options: { version: 3 },
  call: createCall(calls.getPastImport),
  input: $openPlace.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.importRetried, ...UNDO_ENDED],
});

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
  // The address names the import.
  startsOn: [addressChanged],
});

export const openChange = createAction(actions.importChangeOpened);
/** The number of the record that is shown before and after; null if none is. */
export const $openChange = createDialog(
  "import/openChange",
  actions.importChangeOpened,
  ({ no }) => no,
  // The address names the import whose record it is.
  { closesOn: [navigated] },
);

export const undoConfirmation = createConfirmation(actions.importUndo, {
  call: undoCall,
  source: $place,
  request: ({ id }, { clientId }) => ({ params: { clientId, importId: id } }),
  doneMessage: ({ no }) => message("import.undone", { no }),
  failedMessage: ({ no }, reason) => message("import.notUndone", { no, reason }),
});
