/** The policy of the detail screen's org, filtered and paged by the server. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/roleMapping.ts";
import {
  countInducements,
  deleteInducement,
  induce,
  listInducements,
  POLICY_PAGE_MAX,
  setInducementPeriod,
} from "#events/calls/orgs.ts";
import { undoPolicyChange } from "#events/calls/policyChanges.ts";
import { $org } from "../../data/orgs/index.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall, isOutdated } from "../../kernel/calls.ts";
import { searchWhenStill, typeSearch, type SearchText } from "../../kernel/debouncedSearch.ts";
import { SEARCH_DELAY } from "../../kernel/list.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { $detail, $resource } from "./place.ts";
import {
  layPolicy,
  NO_LIST,
  pageOf,
  pageQuery,
  policyState,
  receiveCounts,
  receivePage,
  wantedPage,
  wantPolicy,
} from "./policyRules.ts";
import { formerList } from "./previousPolicy.ts";

const countPolicyCall = createCall(countInducements);
const listPolicyCall = createCall(listInducements);

export const filterPolicy = createAction(actions.policyFiltered);
export const showPolicyRows = createAction(actions.policyRowsShown);
export const retryPolicyList = createAction(actions.policyListRetried);
const settleFilter = createFollowUp(actions.policyFilterSettled);
const want = createFollowUp(actions.policyWanted);

interface PolicySearch extends SearchText {
  /** The search; `text` is as typed. */
  readonly contains: string;
}

const NO_FILTER: PolicySearch = { text: "", contains: "", pendingId: null };

export const $policySearch = createProjection("roleMapping/policySearch", NO_FILTER, (on) => [
  on(screenOpened, () => NO_FILTER),
  on(actions.policyFiltered, (search, { text }, { id }) => ({
    ...search,
    ...typeSearch(text, id),
  })),
  on(actions.policyFilterSettled, (_search, { text }) => ({
    text,
    contains: text,
    pendingId: null,
  })),
]);

searchWhenStill({
  typed: actions.policyFiltered,
  $search: $policySearch,
  delay: SEARCH_DELAY,
  settle: settleFilter,
});

export const $policyList = createProjection(
  "roleMapping/policyList",
  NO_LIST,
  (on) => [
    on(screenOpened, (list, { params }) => {
      const { oid, resourceId = null } = params;
      return list.want?.oid === oid && list.want?.resourceId === resourceId ? list : NO_LIST;
    }),
    on(actions.policyWanted, (list, wanted, { id }) => wantPolicy(list, { ...wanted, id })),
    on(actions.policyRowsShown, (list, { first, end }) => ({ ...list, first, end })),
    on(countInducements.requested, (list, _input, { id, cause }) =>
      cause === list.want?.id ? { ...list, countId: id } : list,
    ),
    on(countInducements.succeeded, (list, { body }, { cause }) =>
      cause === list.countId ? receiveCounts(list, body) : list,
    ),
    on(countInducements.failed, (list, failure, { cause }) =>
      cause === list.countId ? { ...list, countId: null, failure } : list,
    ),
    on(listInducements.requested, (list, { query }, { id }) => {
      if (list.counts === null) return list;
      return { ...list, asked: { id, page: pageOf(layPolicy(list.counts.parts), query) } };
    }),
    on(listInducements.succeeded, (list, { body }, { cause }) =>
      cause === list.asked?.id ? receivePage(list, body._embedded.inducements) : list,
    ),
    on(listInducements.failed, (list, failure, { cause }) =>
      cause === list.asked?.id ? { ...list, asked: null, failure } : list,
    ),
  ],
  { version: 3 },
);

/** The panel's content: the list, or the policy in a log of an earlier build. */
export const $shownPolicy = combine(
  { list: $policyList, org: $org, search: $policySearch, resource: $resource },
  ({ list, org, search, resource }) =>
    formerList(org, { text: search.text, resourceName: resource.value?.name ?? null }) ?? list,
);
/** The counts of the shown policy; null until they are known. */
export const $policyCounts = $shownPolicy.map(({ counts }) => counts);
/** The position of the shown rows in the list. */
export const $policyLayout = $policyCounts.map((counts) => counts && layPolicy(counts.parts));
export const $policyState = $shownPolicy.map(policyState);

const $wanted = combine(
  $detail,
  $policySearch,
  (detail, { contains }) => detail && { oid: detail.oid, resourceId: detail.resourceId, contains },
);
react(
  [
    screenOpened,
    actions.orgRetried,
    actions.policyFilterSettled,
    actions.policyListRetried,
    deleteInducement.succeeded,
    setInducementPeriod.succeeded,
    undoPolicyChange.succeeded,
  ],
  $wanted,
  (payload) => payload && { payload },
  want,
);
react(
  setInducementPeriod.failed,
  $wanted,
  (payload, { payload: failure }) => (payload && isOutdated(failure) ? { payload } : null),
  want,
);
react(
  induce.succeeded,
  $wanted,
  (payload, { payload: { body } }) => (payload?.oid === body.oid ? { payload } : null),
  want,
);

react(
  actions.policyWanted,
  $clientId,
  (clientId, { payload: { oid, resourceId, contains } }) =>
    clientId === null
      ? null
      : {
          params: { clientId, oid },
          query: {
            ...(contains !== "" && { contains }),
            ...(resourceId !== null && { resourceId }),
          },
        },
  countPolicyCall.start,
);
react(
  [countInducements.succeeded, listInducements.succeeded, actions.policyRowsShown],
  combine({ list: $policyList, layout: $policyLayout, clientId: $clientId }),
  ({ list, layout, clientId }) => {
    const page = wantedPage(list, layout);
    if (page === null || !layout || !list.want || clientId === null) return null;
    const { oid, contains } = list.want;
    return {
      params: { clientId, oid },
      query: {
        ...pageQuery(layout, page),
        ...(contains !== "" && { contains }),
        size: POLICY_PAGE_MAX,
      },
    };
  },
  listPolicyCall.start,
);
