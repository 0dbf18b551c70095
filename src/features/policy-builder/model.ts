/** The builder's state and the actions that change it. */
import { createEvent, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/policyBuilder.ts";
import type { Sort } from "#events/actions/policyBuilder.ts";
import { requestMiningReport } from "#events/calls/mining.ts";
import type { ReportScope } from "#events/entities/miningReport.ts";
import type { EntitlementTableRow, TableRow } from "#workers/analytics/contract.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction } from "../../kernel/recorder.ts";
import { paramsOf } from "../../kernel/route.ts";
import { BUILDER } from "./report/logSelectors.ts";
import { policyBuilderRoute, policyBuilderRoutes, resourcePolicyBuilderRoute } from "./route.ts";
import {
  ALL_RESOURCES,
  NEW_BUILDER,
  NO_RESOURCES,
  withResource,
  type BuilderState,
} from "./rules.ts";
import { sortAfter } from "./table/rules.ts";
import { addStep, lastTicked, redoStep, undoStep } from "./selection/selectionSteps.ts";

const routeNames = new Set(policyBuilderRoutes.map(({ name }) => name));

export function isBuilder(route: string): boolean {
  return routeNames.has(route);
}

/** The org and optional resource of the open builder; null while another screen is open. */
export const $scope = $screen.map((screen): ReportScope | null => {
  const ofResource = paramsOf(resourcePolicyBuilderRoute, screen);
  if (ofResource !== null) return { orgOid: ofResource.oid, resourceId: ofResource.resourceId };
  const params = paramsOf(policyBuilderRoute, screen);
  return params && { orgOid: params.oid, resourceId: null };
});

export const $builder = createProjection<BuilderState>(
  BUILDER,
  NEW_BUILDER,
  (on) => [
    on(screenOpened, (state) => ({ ...NEW_BUILDER, opsEpoch: state.opsEpoch + 1 })),
    // A new report renumbers its rows: state about old rows is void, and typed text stays.
    on(requestMiningReport.succeeded, (state, reply) =>
      reply.status === 200
        ? {
            ...state,
            resources: ALL_RESOURCES,
            collapsed: NO_RESOURCES,
            ops: [],
            undone: [],
            opsEpoch: state.opsEpoch + 1,
            window: NEW_BUILDER.window,
          }
        : state,
    ),
    on(actions.thresholdMoved, (state, { percent }) => ({ ...state, threshold: percent })),
    on(actions.filterTextChanged, (state, { text }) => ({ ...state, text, flagged: false })),
    on(actions.resourceFilterChanged, (state, { resources }) => ({ ...state, resources })),
    on(actions.resourceCollapsed, (state, { resource, collapsed }) => ({
      ...state,
      collapsed: withResource(state.collapsed, resource, collapsed),
    })),
    on(actions.allResourcesCollapsed, (state, { collapsed }) => ({
      ...state,
      collapsed: collapsed ? ALL_RESOURCES : NO_RESOURCES,
    })),
    on(actions.hintsToggled, (state, { shown }) => ({ ...state, hints: shown })),
    on(actions.curveTableToggled, (state, { shown }) => ({ ...state, curveTable: shown })),
    on(actions.sorted, (state, { sort }) => ({ ...state, sort })),
    on(actions.entitlementTicked, (state, { row, ticked }) =>
      addStep(state, { kind: "entitlement", row, ticked }),
    ),
    on(actions.entitlementsTicked, (state, { rows, ticked }) =>
      addStep(state, { kind: "entitlements", rows, ticked }),
    ),
    on(actions.rangeTicked, (state, { from, to, ticked }) => {
      const { text, resources, threshold, collapsed, sort } = state;
      const table = { text, resources, threshold, collapsed, sort };
      return addStep(state, { kind: "range", from, to, ticked, ...table });
    }),
    on(actions.resourceTicked, (state, { resource, ticked }) =>
      addStep(state, { kind: "resource", resource, ticked, text: state.text }),
    ),
    on(actions.allShownTicked, (state, { ticked }) => {
      const { text, resources, threshold } = state;
      return addStep(state, { kind: "matching", ticked, text, resources, threshold });
    }),
    on(actions.selectionUndone, undoStep),
    on(actions.selectionRedone, redoStep),
    on(actions.bannerToggled, (state, { banner, open }) => ({
      ...state,
      closedBanners: open
        ? state.closedBanners.filter((one) => one !== banner)
        : [...state.closedBanners, banner],
    })),
    on(actions.tableScrolled, (state, window) => ({ ...state, window })),
    on(actions.applyRefused, (state, { flagFilter }) => ({ ...state, flagged: flagFilter })),
  ],
  { version: 3 },
);

export const $allCollapsed = $builder.map(
  ({ collapsed }) => collapsed.all && collapsed.except.length === 0,
);

export const $text = $builder.map(({ text }) => text);
/** Apply was refused because of the text. */
export const $flagged = $builder.map(({ flagged }) => flagged);
export const $hints = $builder.map(({ hints }) => hints);
export const $closedBanners = $builder.map(({ closedBanners }) => closedBanners);
export const $sort = $builder.map(({ sort }) => sort);
export const $curveTable = $builder.map(({ curveTable }) => curveTable);

export const moveThreshold = createAction(actions.thresholdMoved);
export const changeFilterText = createAction(actions.filterTextChanged);
export const changeResourceFilter = createAction(actions.resourceFilterChanged);
export const collapseResource = createAction(actions.resourceCollapsed);
export const collapseAllResources = createAction(actions.allResourcesCollapsed);
export const toggleHints = createAction(actions.hintsToggled);
export const toggleCurveTable = createAction(actions.curveTableToggled);
export const tickEntitlement = createAction(actions.entitlementTicked);
const tickRange = createAction(actions.rangeTicked);
export const tickResource = createAction(actions.resourceTicked);
export const tickAllShown = createAction(actions.allShownTicked);
export const toggleBanner = createAction(actions.bannerToggled);
const sortTable = createAction(actions.sorted);
export const scrollTable = createAction(actions.tableScrolled);

/** A column header was pressed. */
export const pressHeader = createEvent<Sort["column"]>();
sample({
  clock: pressHeader,
  source: $builder,
  fn: ({ sort }, column) => ({ sort: sortAfter(sort, column) }),
  target: sortTable,
});

/** A row's checkbox was pressed: a partial resource becomes checked. */
export const toggleRow = createEvent<TableRow>();
sample({
  clock: toggleRow.filterMap((row) =>
    row.kind === "resource"
      ? { resource: row.resource, ticked: row.state !== "checked" }
      : undefined,
  ),
  target: tickResource,
});
sample({
  clock: toggleRow.filterMap((row) =>
    row.kind === "entitlement" ? { row: row.row, ticked: !row.ticked } : undefined,
  ),
  target: tickEntitlement,
});

/** A row was pressed with Shift: a range begins at the entitlement that was selected or cleared last. Without one, only the row is toggled. */
export const toggleRangeTo = createEvent<EntitlementTableRow>();
const rangeWanted = sample({
  clock: toggleRangeTo,
  source: $builder,
  fn: ({ ops }, row) => ({ from: lastTicked(ops), row }),
});
sample({
  clock: rangeWanted.filterMap(({ from, row }) => (from === null ? row : undefined)),
  target: toggleRow,
});
sample({
  clock: rangeWanted.filterMap(({ from, row }) =>
    from === null ? undefined : { from, to: row.row, ticked: !row.ticked },
  ),
  target: tickRange,
});
