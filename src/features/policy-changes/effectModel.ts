/** The whole effect of a previewed change: its people, and its lines in each policy. */
import { combine } from "effector";
import * as actions from "#events/actions/policyChanges.ts";
import * as calls from "#events/calls/policyChanges.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { createAction } from "../../kernel/recorder.ts";
import { bulkRoutes } from "./bulkModel.ts";

export const openEffect = createAction(actions.effectOpened);

export const $openEffect = createDialog(
  "policyChanges/openEffect",
  actions.effectOpened,
  ({ effect }) => effect,
);

const placeOf = (part: "people" | "lines") =>
  combine($openEffect, $clientId, (effect, clientId) =>
    effect?.part === part && clientId !== null ? { clientId, previewId: effect.previewId } : null,
  );

export const effectPeople = createList(actions.effectPeople, {
  call: createCall(calls.listAffectedPeople),
  routes: "all",
  inAddress: false,
  source: placeOf("people"),
  request: (params, { show, contains, sort }) => ({
    params,
    query: { show, sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.people,
  startsOn: [actions.effectOpened],
});

export const effectLines = createList(actions.effectLines, {
  call: createCall(calls.listPolicyLines),
  routes: bulkRoutes,
  inAddress: false,
  source: placeOf("lines"),
  request: (params, { show, contains }) => ({
    params,
    query: { show, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.lines,
  startsOn: [actions.effectOpened],
  options: { version: 4 },
});
