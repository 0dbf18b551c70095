/** What the saved mappings do to all objects, and what the values suggest. */
import { combine, merge } from "effector";
import * as actions from "#events/actions/mappings.ts";
import * as calls from "#events/calls/mappings.ts";
import type { StoredPreview } from "#events/entities/mapping.ts";
import { createCall, isReportable, reasonOf } from "../../kernel/calls.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { createMappingCall } from "./calls.ts";
import { $direction, $fieldMapping, $mayUpdate, $place } from "./place.ts";
import { LIST_ROUTES } from "./route.ts";

/** The system and the direction while the list is open. */
const $here = combine(
  { screen: $screen, place: $place, all: $fieldMapping, direction: $direction },
  ({ screen, place, all, direction }) =>
    screen !== null && LIST_ROUTES.includes(screen.route) && place !== null && all !== null
      ? { place, direction }
      : null,
);

const latestCall = createCall(calls.getLatestPreview);
const generateCall = createCall(calls.generatePreview);
const patchCall = createCall(calls.patchPreview);

const latestQuery = createQuery("mappings/latestPreview", {
  call: latestCall,
  input: $here.map((here) => here && { params: here.place, query: { direction: here.direction } }),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.mappingsRetried,
    actions.previewPolled,
    calls.generatePreview.succeeded,
    calls.generatePreview.failed,
    calls.patchPreview.succeeded,
    calls.patchPreview.failed,
    calls.createMapping.succeeded,
    calls.deleteMapping.succeeded,
  ],
});
export const $latest = latestQuery;

export const isRunning = ({ status }: Pick<StoredPreview, "status">): boolean =>
  status === "waiting" || status === "running";

export const wantPreview = createAction(actions.previewWanted);
export const $isStarting = generateCall.$status.map((status) => status === "InProgress");
react(
  actions.previewWanted,
  $here,
  (here) =>
    here && {
      params: here.place,
      body: { direction: here.direction, mapping: null, mappingId: null },
    },
  generateCall.start,
);

export const cancelPreview = createAction(actions.previewCancelled);
react(
  actions.previewCancelled,
  combine({ here: $here, latest: latestQuery }),
  ({ here, latest }) => {
    const preview = latest.value?.preview;
    return here && preview
      ? {
          params: { ...here.place, previewId: preview.id },
          body: [{ op: "replace" as const, path: "/status", value: "cancelled" }],
        }
      : null;
  },
  patchCall.start,
);
notifyFailures([generateCall.failed, patchCall.failed]);

pollWhile(
  actions.previewPolled,
  merge<{ readonly id: string }>([latestCall.succeeded, latestCall.failed]),
  combine($here, latestQuery, (here, { value }) => {
    const preview = value?.preview ?? null;
    return here !== null && preview !== null && isRunning(preview);
  }),
);

export const openFinding = createAction(actions.findingOpened);
/** The count whose objects are listed; null if none is. */
export const $finding = createDialog(
  "mappings/finding",
  actions.findingOpened,
  ({ finding }) => finding,
);

export const findingList = createList(actions.findingList, {
  call: createCall(calls.listPreviewObjects),
  routes: LIST_ROUTES,
  inAddress: false,
  source: combine({ here: $here, latest: latestQuery, finding: $finding }, (state) => {
    const preview = state.latest.value?.preview;
    return state.here && preview && state.finding
      ? { params: { ...state.here.place, previewId: preview.id }, finding: state.finding }
      : null;
  }),
  request: ({ params, finding }) => ({ params, query: finding }),
  itemsOf: ({ _embedded }) => _embedded.objects,
});

export const $suggestions = createQuery("mappings/suggestions", {
  call: createCall(calls.suggestMappings),
  input: combine($here, $mayUpdate, (here, mayUpdate) =>
    here && mayUpdate ? { params: here.place, query: { direction: here.direction } } : null,
  ),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.mappingsRetried,
    calls.createMapping.succeeded,
    calls.deleteMapping.succeeded,
  ],
});

export const acceptSuggestion = createAction(actions.suggestionAccepted);
export const $isAccepting = createMappingCall.$status.map((status) => status === "InProgress");
react(
  actions.suggestionAccepted,
  combine({ here: $here, all: $fieldMapping }),
  ({ here, all }, { payload: { mapping } }) =>
    here && all ? { params: here.place, body: { mapping, version: all.version } } : null,
  createMappingCall.start,
);
react(
  createMappingCall.failed,
  $here,
  (here, { payload, id }) =>
    here !== null && isReportable(payload) ? notificationOf("error", reasonOf(payload), id) : null,
  showNotification,
);
