/** The policy of the org of the detail screen: filtered and paged by the server. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/roleMapping.ts";
import { countInducements, listInducements, POLICY_PAGE_MAX } from "#events/calls/orgs.ts";
import { createCall } from "../../kernel/calls.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { searchWhenStill, typeSearch, type SearchText } from "../../kernel/debouncedSearch.ts";
import { $currentResource } from "../../data/directory/index.ts";
import { $org, deleteInducementCall, induceCall } from "../../data/orgs/index.ts";
import { $clientId } from "../../data/session/index.ts";
import { $detail, detailOpened, policyWasOther } from "./detailModel.ts";
import { formerList } from "./previousPolicy.ts";
import { SEARCH_DELAY } from "./listModel.ts";
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

export const countPolicyCall = createCall(countInducements);
export const listPolicyCall = createCall(listInducements);

export const filterPolicy = createAction(actions.policyFiltered);
export const showPolicyRows = createAction(actions.policyRowsShown);
export const retryPolicyList = createAction(actions.policyListRetried);
const settleFilter = createFollowUp(actions.policyFilterSettled);
const want = createFollowUp(actions.policyWanted);

interface PolicySearch extends SearchText {
  /** What is searched for; `text` is as typed. */
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

export const $policyList = createProjection("roleMapping/policyList", NO_LIST, (on) => [
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
]);

/** What the panel shows: the list, or what a log of an earlier build holds instead. */
export const $shownPolicy = combine(
  { list: $policyList, org: $org, search: $policySearch, current: $currentResource },
  ({ list, org, search, current }) =>
    formerList(org, { text: search.text, resourceName: current.resource?.name ?? null }) ?? list,
);
/** The numbers of what is shown; null until they are there. */
export const $policyCounts = $shownPolicy.map(({ counts }) => counts);
/** Where what is shown stands in the list. */
export const $policyLayout = $policyCounts.map((counts) => counts && layPolicy(counts.parts));
export const $policyState = $shownPolicy.map(policyState);

const $wantedPage = combine($policyList, $policyLayout, (list, layout) => {
  const page = wantedPage(list, layout);
  return page !== null && layout && list.want ? { page, layout, want: list.want } : null;
});

const applied = sample({
  clock: induceCall.succeeded,
  source: $detail,
  filter: (detail, { payload }) => detail?.oid === payload.body.oid,
  fn: (_detail, { id }) => ({ id }),
});
sample({
  clock: [
    detailOpened,
    onLive(actions.policyFilterSettled),
    onLive(actions.policyListRetried),
    deleteInducementCall.succeeded,
    policyWasOther,
    applied,
  ],
  source: { detail: $detail, search: $policySearch },
  filter: ({ detail }) => detail !== null,
  fn: ({ detail, search }, { id }) => ({
    payload: {
      oid: detail?.oid ?? "",
      resourceId: detail?.resourceId ?? null,
      contains: search.contains,
    },
    cause: id,
  }),
  target: want,
});

sample({
  clock: onLive(actions.policyWanted),
  source: $clientId,
  filter: (clientId) => clientId !== null,
  fn: (clientId, { payload: { oid, resourceId, contains }, id }) => ({
    params: { clientId: clientId ?? "", oid },
    query: { ...(contains !== "" && { contains }), ...(resourceId !== null && { resourceId }) },
    cause: id,
  }),
  target: countPolicyCall.start,
});

sample({
  clock: [countPolicyCall.succeeded, listPolicyCall.succeeded, onLive(actions.policyRowsShown)],
  source: { wanted: $wantedPage, clientId: $clientId },
  filter: ({ wanted, clientId }) => clientId !== null && wanted !== null,
  fn: ({ wanted, clientId }, { id }) => {
    if (!wanted) throw new Error("No page is wanted");
    const { oid, contains } = wanted.want;
    return {
      params: { clientId: clientId ?? "", oid },
      query: {
        ...pageQuery(wanted.layout, wanted.page),
        ...(contains !== "" && { contains }),
        size: POLICY_PAGE_MAX,
      },
      cause: id,
    };
  },
  target: listPolicyCall.start,
});
