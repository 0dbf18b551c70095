/** A mapping that is added, edited, deleted, or given a distinguished name. */
import { combine } from "effector";
import * as actions from "#events/actions/mappings.ts";
import * as calls from "#events/calls/mappings.ts";
import { message } from "#events/messages/message.ts";
import { checkMapping } from "#events/rules/mappings/check.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { react } from "../../kernel/react.ts";
import { createMappingCall, deleteMappingCall, updateMappingCall } from "./calls.ts";
import {
  $direction,
  $fieldMapping,
  $mapping,
  $mappingId,
  $place,
  $wantedTarget,
  type FieldMapping,
} from "./place.ts";
import { addMappingRoute, dnRoute, editMappingRoute, toDirection, toMapping } from "./route.ts";
import { dnOf, dnValuesOf, draftOf, newMapping, valuesOf } from "./rules.ts";

const $source = combine($place, $fieldMapping, (params, all) => params && all && { params, all });

/** Before a discovery, and of a manual system, any name is possible. */
export const itemsOf = ({ resourceSchema: { items } }: FieldMapping) =>
  items.length > 0 ? items : null;

const fieldOf = (path: string) => path.replace(/^\/body\/mapping\//, "");

export const newMappingForm = createForm(actions.newMappingForm, {
  saved: combine($fieldMapping, $direction, $wantedTarget, (all, direction, target) =>
    all ? newMapping(direction, target ?? "") : null,
  ),
  call: createMappingCall,
  routes: [addMappingRoute.name],
  onlyChanges: false,
  source: $source,
  check: (values, { all }) => checkMapping(draftOf(values, all.direction), { items: itemsOf(all) }),
  request: (values, { params, all }) => ({
    params,
    body: { mapping: draftOf(values, all.direction), version: all.version },
  }),
  fieldOf,
  savedMessage: () => message("mappings.added"),
  failedMessage: (_values, reason) => message("mappings.notAdded", { reason }),
});

react(
  createMappingCall.succeeded,
  combine($place, $screen, (place, screen) =>
    screen?.route === addMappingRoute.name ? place : null,
  ),
  (place, { payload: { body } }) =>
    place?.resourceId === body.mapping.resourceId
      ? {
          path: toMapping(place.resourceId, body.mapping.direction, body.mapping.id),
          replace: true,
          saved: true,
        }
      : null,
  navigateTo,
);

export const mappingForm = createForm(actions.mappingForm, {
  saved: $mapping.map((mapping) => mapping && valuesOf(mapping)),
  call: updateMappingCall,
  routes: [editMappingRoute.name],
  source: combine($source, $mappingId, (source, id) =>
    source !== null && id !== null ? { ...source, id } : null,
  ),
  check: (values, { all }) => checkMapping(draftOf(values, all.direction), { items: itemsOf(all) }),
  request: (values, { params, all, id }) => ({
    params: { ...params, mappingId: id },
    body: { mapping: draftOf(values, all.direction), version: all.version },
  }),
  fieldOf,
  savedMessage: () => message("mappings.saved"),
  failedMessage: (_values, reason) => message("mappings.notSaved", { reason }),
});

const DN = "config/dn/";

/** The problems of the distinguished name alone. The rest of the mapping has its own screen. */
function dnProblems(problems: ReturnType<typeof checkMapping>): ReturnType<typeof checkMapping> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, reason]) =>
      path.startsWith(DN) ? [[path.slice(DN.length), reason]] : [],
    ),
  );
}

export const dnForm = createForm(actions.dnForm, {
  saved: $mapping.map((mapping) => mapping && dnValuesOf(mapping.config.dn)),
  call: updateMappingCall,
  routes: [dnRoute.name],
  source: combine($source, $mapping, (source, mapping) =>
    source !== null && mapping !== null ? { ...source, mapping } : null,
  ),
  check: (values, { all, mapping }) => {
    const { config } = mapping;
    const draft = { ...valuesOf(mapping), config: { ...config, dn: dnOf(values) } };
    return dnProblems(checkMapping(draftOf(draft, mapping.direction), { items: itemsOf(all) }));
  },
  request: (values, { params, all, mapping }) => {
    const draft = { ...valuesOf(mapping), config: { ...mapping.config, dn: dnOf(values) } };
    return {
      params: { ...params, mappingId: mapping.id },
      body: { mapping: draftOf(draft, mapping.direction), version: all.version },
    };
  },
  fieldOf: (path) => fieldOf(path).replace(DN, ""),
  savedMessage: () => message("mappings.saved"),
  failedMessage: (_values, reason) => message("mappings.notSaved", { reason }),
});

export const mappingDeletion = createConfirmation(actions.mappingDeletion, {
  call: deleteMappingCall,
  source: $source,
  request: ({ id }, { params, all }) => ({
    params: { ...params, mappingId: id },
    body: { version: all.version },
  }),
  doneMessage: ({ name }) => message("mappings.deleted", { name }),
  failedMessage: ({ name }, reason) => message("mappings.notDeleted", { name, reason }),
});
// A deleted mapping has no screen.
react(
  calls.deleteMapping.succeeded,
  combine({ place: $place, direction: $direction, id: $mappingId }),
  ({ place, direction, id }) =>
    place !== null && id !== null
      ? { path: toDirection(place.resourceId, direction), replace: true, saved: true }
      : null,
  navigateTo,
);
