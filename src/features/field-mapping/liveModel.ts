/** The edited mapping, previewed on real objects while it is typed. */
import { combine, type Store } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/mappings.ts";
import * as calls from "#events/calls/mappings.ts";
import type { CodeProblem, EditedMapping } from "#events/entities/mapping.ts";
import { checkMapping } from "#events/rules/mappings/check.ts";
import { createCall } from "../../kernel/calls.ts";
import { settleWhenStill } from "../../kernel/debounce.ts";
import { searchWhenStill, typeSearch, type SearchText } from "../../kernel/debouncedSearch.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { itemsOf, mappingForm, newMappingForm } from "./formModel.ts";
import { $fieldMapping, $mappingId, $place } from "./place.ts";
import { FORM_ROUTES } from "./route.ts";
import { draftOf } from "./rules.ts";

/** Milliseconds without input after which the preview follows. */
const SETTLE_DELAY = 300;

/** The open form of a mapping. Only one of the two has values. */
const $view = combine(newMappingForm.$view, mappingForm.$view, $mappingId, (added, edited, id) =>
  id === null ? added : edited,
);

interface Settled {
  /** Null: nothing was typed, or what was typed is saved. */
  readonly values: actions.MappingValues | null;
  /** The newest change that is not previewed yet. */
  readonly pendingId: string | null;
}
const NOT_TYPED: Settled = { values: null, pendingId: null };

const $settled = createProjection<Settled>("mappings/settled", NOT_TYPED, (on) => [
  on(screenOpened, () => NOT_TYPED),
  ...[actions.newMappingForm, actions.mappingForm].flatMap((form) => [
    on(form.changed, (state, _payload, { id }) => ({ ...state, pendingId: id })),
    on(form.discarded, () => NOT_TYPED),
  ]),
  on(actions.draftSettled, (_state, { values }) => ({ values, pendingId: null })),
]);

settleWhenStill({
  tag: "mappings:settle:",
  changed: [actions.newMappingForm.changed, actions.mappingForm.changed],
  $state: combine($view, $settled, (view, { pendingId }) => ({ view, pendingId })),
  delay: SETTLE_DELAY,
  payloadOf: ({ view }) => view && { values: view.values },
  settle: createFollowUp(actions.draftSettled),
});

/** The values that are previewed; null while no form is open. */
export const $shownValues = combine(
  $view,
  $settled,
  (view, { values }) => view && (values ?? view.saved),
);

const $searched = createProjection<SearchText & { readonly contains: string }>(
  "mappings/objectSearch",
  { text: "", pendingId: null, contains: "" },
  (on) => [
    on(screenOpened, (state, { route }) =>
      FORM_ROUTES.includes(route) ? state : { text: "", pendingId: null, contains: "" },
    ),
    on(actions.objectsTyped, (state, { text }, { id }) => ({ ...state, ...typeSearch(text, id) })),
    on(actions.objectsSearched, (state, { text }) => ({
      ...state,
      contains: text.trim(),
      pendingId: null,
    })),
  ],
);
export const $objectText = $searched.map(({ text }) => text);
export const typeObjects = createAction(actions.objectsTyped);
searchWhenStill({
  typed: actions.objectsTyped,
  $search: $searched,
  delay: SETTLE_DELAY,
  settle: createFollowUp(actions.objectsSearched),
});

export const chooseObject = createAction(actions.objectChosen);
const $chosenId = createProjection<string | null>("mappings/chosenObject", null, (on) => [
  on(screenOpened, (id, { route }) => (FORM_ROUTES.includes(route) ? id : null)),
  on(actions.objectChosen, (_id, { id }) => id),
]);

/** A complete mapping; null while it is incomplete. */
const completeIn = ($values: Store<actions.MappingValues | null>) =>
  combine($fieldMapping, $values, $mappingId, (all, values, mappingId): EditedMapping | null => {
    if (all === null || values === null) return null;
    const mapping = draftOf(values, all.direction);
    if (Object.keys(checkMapping(mapping, { items: itemsOf(all) })).length > 0) return null;
    return { mapping, mappingId };
  });

/** The mapping as it is edited, also while it is typed. */
export const $edited = completeIn($view.map((view) => view && view.values));

const $input = combine(
  $place,
  completeIn($shownValues),
  $searched,
  (params, edited, { contains }) =>
    params &&
    edited && {
      params,
      body: { direction: edited.mapping.direction, ...edited, contains },
    },
);

export const $live = createQuery("mappings/live", {
  call: createCall(calls.previewMappings),
  input: $input,
  valueOf: ({ body }) => body,
  refreshOn: [actions.mappingsRetried],
  // What another mapping gave must not stand beside this one.
  emptyOnFailure: true,
});
/** Whether the mapping as it was typed last is complete enough for a preview. */
export const $isComplete = $input.map((input) => input !== null);

/** The object that the mapping is shown on: the chosen one, or the first that was found. */
export const $object = combine(
  $live,
  $chosenId,
  ({ value }, id) =>
    value?.previewObjects.find((one) => one.id === id) ?? value?.previewObjects[0] ?? null,
);

const checkCall = createCall(calls.checkCode);
const codeInput = (
  codeOf: (values: actions.MappingValues) => { code: string; mappingType: "CUSTOM" | "ADVANCED" },
) =>
  combine($place, $fieldMapping, $shownValues, (params, all, values) => {
    if (params === null || all === null || values === null) return null;
    const { code, mappingType } = codeOf(values);
    if (code.trim() === "") return null;
    return { params, body: { direction: all.direction, code, mappingType } };
  });
const $codeProblems = createQuery("mappings/codeProblems", {
  options: { version: 3 },
  call: checkCall,
  input: codeInput(({ customCode, mappingType }) => ({
    code: mappingType === "STANDARD" ? "" : customCode,
    mappingType: mappingType === "ADVANCED" ? "ADVANCED" : "CUSTOM",
  })),
  valueOf: ({ body }) => body.problems,
  emptyOnFailure: true,
});
const $conditionProblems = createQuery("mappings/conditionProblems", {
  options: { version: 3 },
  call: checkCall,
  input: codeInput(({ condition }) => ({ code: condition, mappingType: "CUSTOM" })),
  valueOf: ({ body }) => body.problems,
  emptyOnFailure: true,
});

const firstOf = (problems: readonly CodeProblem[] | null, isCurrent: boolean) =>
  isCurrent ? (problems?.[0] ?? null) : null;

/** What is wrong with the code as it is now. */
export const $marks = combine(
  { view: $view, values: $shownValues, code: $codeProblems, condition: $conditionProblems },
  ({ view, values, code, condition }) => ({
    customCode: firstOf(code.value, view?.values.customCode === values?.customCode),
    condition: firstOf(condition.value, view?.values.condition === values?.condition),
  }),
);
