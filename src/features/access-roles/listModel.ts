/** The list of access roles, by resource: which resources are open, and their pages, from the cache where it has them. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/accessRoles.ts";
import * as calls from "#events/calls/accessRoles.ts";
import type { Role, RoleGroup } from "#events/entities/accessRole.ts";
import type { RequestStatus } from "#events/kernel/call.ts";
import { defaultQuery, readQuery, writeQuery } from "#events/kernel/query.ts";
import { message } from "#events/messages/message.ts";
import { checkRoleDescription, checkRoleName, DEFAULT_BUCKET } from "#events/rules/accessRoles.ts";
import { accessPolicyRolesCall } from "../../data/access-roles/index.ts";
import { fetchResources } from "../../data/directory/index.ts";
import { $clientId, $mapsAllRoles } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { csvAddress } from "../../kernel/csvAddress.ts";
import { searchWhenStill } from "../../kernel/debouncedSearch.ts";
import { draft } from "../../kernel/draft.ts";
import { fetchLatest, latestSteps, NOT_ASKED, type Latest } from "../../kernel/latest.ts";
import { SEARCH_DELAY } from "../../kernel/list.ts";
import { $screen, navigateTo, parsePath } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { createRoleCall, ROLE_CHANGES } from "./calls.ts";
import {
  countKey,
  dropChanged,
  restoreRoles,
  storePage,
  toggle,
  type RolesCache,
} from "./rolesCache.ts";
import { asksForNewRole, rolesRoute, toAccessRole, toAccessRoles } from "./route.ts";

const PAGE_SIZE = 20;
/** Resources that are open before the user toggles any. */
const OPEN_AT_FIRST = 6;
const NAME = "accessRoles/list";

export const search = createAction(actions.rolesSearchTyped);
export const changeQuery = createAction(actions.rolesQueried);
export const toggleResource = createAction(actions.resourceToggled);
export const showMore = createAction(actions.moreRolesWanted);
export const retryRoles = createAction(actions.rolesRetried);
export const noteExport = createAction(actions.rolesExported);

/** The query of the address; null while another screen is open. */
const $openQuery = $screen.map((screen) =>
  screen?.route === rolesRoute.name
    ? readQuery(actions.RolesQuery, parsePath(screen.path).search)
    : null,
);
export const $query = $openQuery.map((query) => query ?? defaultQuery(actions.RolesQuery));

export const $input = combine($openQuery, $clientId, (query, clientId) => {
  if (query === null || clientId === null) return null;
  const { contains, status } = query;
  return { params: { clientId }, query: { status, ...(contains !== "" && { contains }) } };
});

/** The resources that have roles, with their numbers. */
export const $groups = createQuery("accessRoles/groups", {
  call: createCall(calls.getAccessRoles),
  input: $input,
  valueOf: ({ body }) => body.groups,
  refreshOn: [actions.rolesRetried, ...ROLE_CHANGES],
});

interface RolesState {
  readonly latest: Latest;
  /** Resources that the user opened or closed. */
  readonly toggled: readonly string[];
  /** By resource: how many pages are wanted; one by default. */
  readonly pages: Readonly<Record<string, number>>;
  readonly cache: RolesCache;
  /** The status that all cached pages have. */
  readonly status: Role["status"];
  /** What the newest request asked for. */
  readonly asked: {
    readonly sort: string;
    readonly contains: string;
    readonly page: number;
    readonly resource: string;
  } | null;
  /** The typed text, and the event of typing that is not searched for yet. */
  readonly text: string;
  readonly pendingId: string | null;
}

const INITIAL: RolesState = {
  latest: NOT_ASKED,
  toggled: [],
  pages: {},
  cache: {},
  status: "active",
  asked: null,
  text: "",
  pendingId: null,
};

const listRolesCall = createCall(calls.listRoles);

const $state = createProjection<RolesState>(NAME, INITIAL, (on) => [
  ...latestSteps<RolesState, ListInput, ListAnswer>(on, NAME, calls.listRoles, {
    requested: (state, { query }) => {
      const { sort = "", contains = "", page = 0, resourceOids = "", status = "active" } = query;
      return {
        ...state,
        asked: { sort, contains, page, resource: resourceOids },
        ...(status !== state.status && { status, cache: {} }),
      };
    },
    succeeded: (state, { body }) => {
      if (state.asked === null) return state;
      const { resource, ...asked } = state.asked;
      const page = { roles: body._embedded.roles, total: body.page.totalElements };
      const key = { ...asked, resourceOids: resource };
      return { ...state, cache: storePage(state.cache, resource, key, page) };
    },
    refreshOnOpen: false,
  }),
  on(calls.getAccessRoles.succeeded, (state, { body: { groups } }) => ({
    ...state,
    cache: dropChanged(
      state.cache,
      state.asked?.contains ?? "",
      new Map(groups.map((group) => [resourceOf(group), group.count])),
    ),
  })),
  on(actions.rolesSearchTyped, (state, { text }, { id }) => ({ ...state, text, pendingId: id })),
  on(actions.rolesSearchSettled, (state) => ({ ...state, pendingId: null, pages: {} })),
  on(actions.rolesQueried, (state) => ({ ...state, pages: {} })),
  on(actions.resourceToggled, (state, { resourceOid }) => ({
    ...state,
    toggled: toggle(state.toggled, resourceOid),
  })),
  on(
    actions.moreRolesWanted,
    draft((state, { resourceOid }) => {
      state.pages[resourceOid] = (state.pages[resourceOid] ?? 1) + 1;
    }),
  ),
  ...[actions.rolesRetried, ...ROLE_CHANGES].map(({ type }) => ({
    type,
    evolve: draft<RolesState, []>((state) => {
      state.cache = {};
      state.latest.isStale = true;
    }),
  })),
]);

type ListInput = Parameters<typeof calls.listRoles.requested>[0];
type ListAnswer = Parameters<typeof calls.listRoles.succeeded>[0];

/** The resource of a group in calls and in the cache. */
function resourceOf({ resourceRef }: RoleGroup): string {
  return resourceRef?.oid ?? DEFAULT_BUCKET;
}

export interface RoleSection {
  readonly resource: string;
  readonly name: string;
  readonly count: number;
  readonly isOpen: boolean;
  /** The roles that are loaded. */
  readonly roles: readonly Role[];
  readonly isLoading: boolean;
  readonly nextPage: number;
  readonly hasMore: boolean;
}

/** The resources with their roles, in order. */
export const $sections = combine($state, $groups, $query, (state, groups, query) =>
  (groups.value ?? []).map((group, index): RoleSection => {
    const resource = resourceOf(group);
    const isOpen = state.toggled.includes(resource) !== index < OPEN_AT_FIRST;
    const pages = state.pages[resource] ?? 1;
    const cache = state.status === query.status ? state.cache : {};
    const { roles, total, nextPage } = restoreRoles(cache, resource, query, pages);
    const isComplete = total !== null && nextPage * PAGE_SIZE >= total;
    return {
      resource,
      name: group.resourceName,
      count: group.count,
      isOpen,
      roles,
      nextPage,
      isLoading: isOpen && !isComplete && nextPage < pages,
      hasMore: !isComplete && nextPage >= pages,
    };
  }),
);

/** The first page that an open resource lacks. */
const $wanted = combine($sections, $input, $query, (sections, input, { sort }) => {
  const section = sections.find(({ isLoading }) => isLoading);
  if (section === undefined || input === null) return null;
  return {
    params: input.params,
    query: {
      ...input.query,
      sort,
      page: section.nextPage,
      size: PAGE_SIZE,
      resourceOids: section.resource,
    },
  };
});
fetchLatest(
  NAME,
  listRolesCall,
  $wanted,
  $state.map(({ latest }) => latest),
);

/** Why the list, or a part of it, could not be loaded. */
export const $failure = combine(
  $state,
  $groups,
  (state, groups) => groups.failure ?? (state.latest.isBusy ? null : state.latest.failure),
);
export const $text = combine($state, $query, ({ text, pendingId }, { contains }) =>
  pendingId === null ? contains : text,
);

/** The status of the requests for access roles. A request for the roles of policies marks it as failed. */
export const $accessRolesStatus = createProjection<RequestStatus>(
  "accessRoles/status",
  "NotStarted",
  (on) => [
    on(calls.getAccessRoles.requested, () => "InProgress"),
    on(calls.getAccessRoles.succeeded, () => "Success"),
    on(calls.getAccessRoles.failed, () => "Fail"),
    on(calls.getAccessRoles.reset, () => "NotStarted"),
    on(accessPolicyRolesCall.definition.requested, () => "Fail"),
  ],
);

interface Counts {
  readonly latest: Latest;
  readonly asked: string;
  /** By filter; `all` without one. */
  readonly counts: Readonly<Record<string, number>>;
}

const COUNTS = "accessRoles/counts";
type CountInput = Parameters<typeof calls.countRoles.requested>[0];
type CountAnswer = Parameters<typeof calls.countRoles.succeeded>[0];

const $counts = createProjection<Counts>(
  COUNTS,
  { latest: NOT_ASKED, asked: "", counts: {} },
  (on) => [
    ...latestSteps<Counts, CountInput, CountAnswer>(on, COUNTS, calls.countRoles, {
      requested: (state, { query: { contains = "" } }) => ({ ...state, asked: countKey(contains) }),
      succeeded: draft((state, { body: { count } }) => {
        state.counts[state.asked] = count;
      }),
      refreshOnOpen: false,
    }),
    ...[actions.rolesRetried, ...ROLE_CHANGES].map(({ type }) => ({
      type,
      evolve: draft<Counts, []>((state) => {
        state.counts = {};
        state.latest.isStale = true;
      }),
    })),
  ],
);
/** The number of active roles that match the filter; null before it is known. */
export const $roleCount = combine(
  $counts,
  $query,
  ({ counts }, { contains }) => counts[countKey(contains)] ?? null,
);
fetchLatest(
  COUNTS,
  createCall(calls.countRoles),
  combine($roleCount, $input, (count, input) =>
    count !== null || input === null
      ? null
      : {
          params: input.params,
          query: input.query.contains === undefined ? {} : { contains: input.query.contains },
        },
  ),
  $counts.map(({ latest }) => latest),
);

searchWhenStill({
  typed: actions.rolesSearchTyped,
  $search: $state,
  delay: SEARCH_DELAY,
  settle: createFollowUp(actions.rolesSearchSettled),
});
const pathOf = (query: Partial<ReturnType<typeof $query.getState>>) =>
  toAccessRoles() +
  writeQuery(actions.RolesQuery, { ...defaultQuery(actions.RolesQuery), ...query });
react(
  actions.rolesSearchSettled,
  $openQuery,
  (query, { payload: { text } }) =>
    query && { path: pathOf({ ...query, contains: text }), replace: true },
  navigateTo,
);
react(
  actions.rolesQueried,
  $openQuery,
  (query, { payload: { change } }) => query && { path: pathOf({ ...query, ...change }) },
  navigateTo,
);

/** The address of all roles of the filter as a CSV file. */
export const $exportHref = combine(
  $input,
  $query,
  (input, { sort }) =>
    input && csvAddress(calls.listRoles.endpoint, { ...input, query: { ...input.query, sort } }),
);

// The choices of the form of a new role.
react(
  screenOpened,
  $clientId,
  (_clientId, { payload: { route } }) => (route === rolesRoute.name ? { payload: {} } : null),
  fetchResources,
);

export const newRoleForm = createForm(actions.newRoleForm, {
  saved: { name: "", description: "", resourceOid: "" },
  call: createRoleCall,
  routes: [rolesRoute.name],
  inDialog: true,
  source: $clientId,
  check: ({ name, description }) => ({
    name: checkRoleName(name),
    description: checkRoleDescription(description),
  }),
  request: ({ name, description, resourceOid }, clientId) => ({
    params: { clientId },
    body: {
      name,
      description,
      resourceOid: resourceOid === "" ? null : resourceOid,
      entitlementOids: [],
      ownerOids: [],
    },
  }),
  savedMessage: ({ body: { name } }) => message("accessRoles.created", { name }),
  failedMessage: ({ name }, reason) =>
    message("accessRoles.notCreated", { name: name.trim(), reason }),
});
// The address of the form opens it, and is then replaced by that of the list.
const asked = onLive(screenOpened).filterMap((opened) => {
  const { route, path } = opened.payload;
  return route === rolesRoute.name && asksForNewRole(parsePath(path).search) ? opened : undefined;
});
sample({ clock: asked, fn: () => ({ open: true }), target: newRoleForm.toggle });
react(asked, $screen, () => ({ path: toAccessRoles(), replace: true, cause: null }), navigateTo);
// The next step is to choose the entitlements. Stay on a screen that the administrator has opened since.
react(
  createRoleCall.succeeded,
  combine(
    $screen,
    $mapsAllRoles,
    (screen, mapsAllRoles) => mapsAllRoles && screen?.route === rolesRoute.name,
  ),
  (isHere, { payload: { body } }) => (isHere ? { path: toAccessRole(body.oid) } : null),
  navigateTo,
);
