/** What mappings do to all objects, and what the values suggest. */
import { combine, merge } from "effector";
import * as actions from "#events/actions/mappings.ts";
import * as calls from "#events/calls/mappings.ts";
import type { EditedMapping, Mapping, StoredPreview } from "#events/entities/mapping.ts";
import { describeMapping } from "#events/rules/mappings/describe.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
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
import { $edited, $shownValues } from "./liveModel.ts";
import { $direction, $fieldMapping, $mappingId, $mayUpdate, $place } from "./place.ts";
import { FORM_ROUTES, LIST_ROUTES } from "./route.ts";

const ROUTES = [...LIST_ROUTES, ...FORM_ROUTES];

/** The system and the direction while a screen of these routes is open. */
const placeOn = (routes: readonly string[]) =>
  combine(
    { screen: $screen, place: $place, all: $fieldMapping, direction: $direction },
    ({ screen, place, all, direction }) =>
      screen !== null && routes.includes(screen.route) && place !== null && all !== null
        ? { place, direction }
        : null,
  );
const $here = placeOn(ROUTES);
const $list = placeOn(LIST_ROUTES);

const latestCall = createCall(calls.getLatestPreview);
const generateCall = createCall(calls.generatePreview);
const patchCall = createCall(calls.patchPreview);

const latestQuery = createQuery("mappings/latestPreview", {
  options: { version: 3 },
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
    calls.updateMapping.succeeded,
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

export const wantEditedPreview = createAction(actions.editedPreviewWanted);
react(
  actions.editedPreviewWanted,
  combine({ here: $here, edited: $edited }),
  ({ here, edited }) =>
    here &&
    edited && {
      params: here.place,
      body: { direction: here.direction, ...edited },
    },
  generateCall.start,
);

/** What the open form sets; null while no form is open. */
const $shownTarget = combine(
  $shownValues,
  $direction,
  (values, direction) => values && targetOf({ ...values, direction }),
);

/** The latest preview of all objects, if it is of the mapping that is edited. A new one has no id but its target. */
export const $ofEdited = combine(
  { latest: latestQuery, edited: $edited, mappingId: $mappingId, target: $shownTarget },
  ({ latest, edited, mappingId, target }) => {
    const preview = latest.value?.preview ?? null;
    if (!preview?.edited || preview.edited.mappingId !== mappingId) return null;
    if (mappingId === null && targetOf(preview.edited.mapping) !== target) return null;
    const isCurrent = edited !== null && textOf(edited.mapping) === textOf(preview.edited.mapping);
    return { preview, isCurrent };
  },
);
const textOf = (mapping: EditedMapping["mapping"]) =>
  `${targetOf(mapping)} ${describeMapping(mapping)}`;

/** Whether a previewed mapping is none of the saved ones. */
export function includesUnsaved({ mapping }: EditedMapping, saved: readonly Mapping[]): boolean {
  return saved.every((one) => textOf(one) !== textOf(mapping));
}

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
  routes: ROUTES,
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
  input: combine($list, $mayUpdate, (list, mayUpdate) =>
    list && mayUpdate ? { params: list.place, query: { direction: list.direction } } : null,
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
  combine({ list: $list, all: $fieldMapping }),
  ({ list, all }, { payload: { mapping } }) =>
    list && all ? { params: list.place, body: { mapping, version: all.version } } : null,
  createMappingCall.start,
);
react(
  createMappingCall.failed,
  $list,
  (list, { payload, id }) =>
    list !== null && isReportable(payload) ? notificationOf("error", reasonOf(payload), id) : null,
  showNotification,
);
