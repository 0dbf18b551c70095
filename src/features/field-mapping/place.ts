/** The open screen of field mapping, and what all its screens show. */
import { combine } from "effector";
import * as actions from "#events/actions/mappings.ts";
import * as calls from "#events/calls/mappings.ts";
import type { Mapping, MappingDirection } from "#events/entities/mapping.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
import { canUpdateResource } from "#events/rules/permissions.ts";
import { $user } from "../../data/session/index.ts";
import { $openSystem, $systemPlace } from "../../data/systems/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { $locale } from "../../kernel/language.ts";
import { $screen, parsePath } from "../../kernel/navigation.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { paramsOf } from "../../kernel/route.ts";
import { messagesOf } from "../../ui/language/catalogue.ts";
import { namedFields } from "./mappingText.ts";
import { mappingMessages } from "./messages.ts";
import { addMappingRoute, dnRoute, editMappingRoute, FORM_ROUTES, LIST_ROUTES } from "./route.ts";
import { directionIn, targetName } from "./rules.ts";

const ROUTES = new Set([...LIST_ROUTES, ...FORM_ROUTES, dnRoute.name]);

/** Null while another screen is open. */
export const $place = combine($screen, $systemPlace, (screen, place) =>
  screen !== null && ROUTES.has(screen.route) ? place : null,
);

/** The edited mapping's id; null on other screens. */
export const $mappingId = $screen.map(
  (screen) => (paramsOf(editMappingRoute, screen) ?? paramsOf(dnRoute, screen))?.mappingId ?? null,
);

/** What a new mapping sets, as the link to its screen says; null if that is open. */
export const $wantedTarget = $screen.map((screen) =>
  screen?.route === addMappingRoute.name
    ? new URLSearchParams(parsePath(screen.path).search).get("open")
    : null,
);

export const retry = createAction(actions.mappingsRetried);

const SAVES = [
  calls.createMapping.succeeded,
  calls.updateMapping.succeeded,
  calls.deleteMapping.succeeded,
];

/** The mappings of both directions. */
export const $mappings = createQuery("mappings/mappings", {
  call: createCall(calls.listMappings),
  input: $place.map((params) => params && { params, query: {} }),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.mappingsRetried,
    // After a conflict the state saved elsewhere appears.
    calls.createMapping.failed,
    calls.updateMapping.failed,
    calls.deleteMapping.failed,
  ],
  changes: (on) => [
    on(calls.createMapping.succeeded, (all, { body: { mapping, version } }) =>
      mapping.resourceId === all.resourceId
        ? { ...all, version, mappings: [...all.mappings, mapping] }
        : all,
    ),
    on(calls.updateMapping.succeeded, (all, { body: { mapping, version } }) =>
      mapping.resourceId === all.resourceId
        ? { ...all, version, mappings: withChanged(all.mappings, mapping) }
        : all,
    ),
    on(calls.deleteMapping.succeeded, (all, { body }) =>
      body.resourceId === all.resourceId ? body : all,
    ),
  ],
});

function withChanged(mappings: readonly Mapping[], changed: Mapping): Mapping[] {
  return mappings.map((one) => (one.id === changed.id ? changed : one));
}

/** The fields of identities. */
export const $fields = createQuery("mappings/fields", {
  call: createCall(calls.listMidpointUserFields),
  input: $place.map((place) => place && { params: { clientId: place.clientId } }),
  valueOf: ({ body }) => body.fields,
  refreshOn: [actions.mappingsRetried, ...SAVES],
});

/** The attributes of the system's accounts. */
export const $schema = createQuery("mappings/schema", {
  call: createCall(calls.getResourceSchema),
  input: $place.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.mappingsRetried, ...SAVES],
});

export const $direction = combine($screen, $openSystem, (screen, { value }): MappingDirection =>
  directionIn(screen, value?.kind ?? null),
);

/** The edited mapping; null while it is not known, or if it does not exist. */
export const $mapping = combine(
  $mappings,
  $mappingId,
  ({ value }, id) => value?.mappings.find((one) => one.id === id) ?? null,
);

/** Everything that the screens of field mapping show of a system. */
export const $fieldMapping = combine(
  {
    mappings: $mappings,
    fields: $fields,
    schema: $schema,
    mapping: $mapping,
    direction: $direction,
    language: $locale,
  },
  ({ mappings: { value: all }, fields, schema, mapping, direction, language }) =>
    all === null || fields.value === null || schema.value === null
      ? null
      : {
          resourceId: all.resourceId,
          midpointUserFieldId: mapping?.midpointUserFieldId ?? null,
          systemDisplayName: all.systemDisplayName,
          sourceKind: all.sourceKind,
          direction,
          mappings: all.mappings.filter((one) => one.direction === direction),
          version: all.version,
          fields: namedFields(fields.value, messagesOf(mappingMessages, language)),
          resourceSchema: schema.value,
        },
);
export type FieldMapping = NonNullable<ReturnType<typeof $fieldMapping.getState>>;

/** Why it could not be loaded; null if it could. */
export const $failure = combine(
  $mappings,
  $fields,
  $schema,
  $openSystem,
  (...queries) =>
    queries.find((one) => one.value === null && one.failure !== null)?.failure ?? null,
);

/** Whether the user may change the open system. */
export const $mayUpdate = combine(
  $user,
  $place,
  (user, place) => user !== null && place !== null && canUpdateResource(user, place.resourceId),
);

/** Whether nothing can use the mappings: they are outbound, and the connector cannot write to the system. */
export const $isOnlyRead = combine(
  $openSystem,
  $direction,
  ({ value: system }, direction) =>
    direction === "outbound" && system !== null && !system.outbound && system.kind !== "manual",
);

/** The name of what the edited mapping sets; null if it is no field or attribute. */
export const $title = combine($mapping, $fieldMapping, (mapping, all) =>
  mapping && all && mapping.config.target === "attribute"
    ? targetName(targetOf(mapping), all.fields)
    : null,
);
nameParam("mappingId", $title);
