/** The members of the org of the detail screen: searched, sorted and paged by the server. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/roleMapping.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { searchWhenStill, type SearchText } from "../../kernel/debouncedSearch.ts";
import { fetchMembers } from "../../data/directory/index.ts";
import { $detail, detailOpened } from "./detailModel.ts";
import { SEARCH_DELAY } from "./listModel.ts";
import { sortParameter, type SortDirection } from "./listRules.ts";

export type MemberColumn = "name" | "username" | "jobTitle" | "department";

export interface MembersView extends SearchText {
  /** What is searched for; `text` is as typed. */
  readonly contains: string;
  /** From 0. */
  readonly page: number;
  readonly sort: { readonly column: MemberColumn; readonly direction: SortDirection };
}

const NEW_VIEW: MembersView = {
  text: "",
  contains: "",
  pendingId: null,
  page: 0,
  sort: { column: "name", direction: "ASCENDING" },
};

export const typeMemberSearch = createAction(actions.memberSearchTyped);
export const sortMembers = createAction(actions.membersSorted);
export const pageMembers = createAction(actions.membersPaged);
export const retryMembers = createAction(actions.membersRetried);
const settleSearch = createFollowUp(actions.memberSearchSettled);

export const $membersView = createProjection("roleMapping/members", NEW_VIEW, (on) => [
  on(screenOpened, () => NEW_VIEW),
  on(actions.memberSearchTyped, (view, { text }, { id }) => ({ ...view, text, pendingId: id })),
  on(actions.memberSearchSettled, (view, { text }) => ({
    ...view,
    contains: text,
    pendingId: null,
    page: 0,
  })),
  on(actions.membersSorted, (view, sort) => ({ ...view, sort, page: 0 })),
  on(actions.membersPaged, (view, { page }) => ({ ...view, page })),
]);

searchWhenStill({
  typed: actions.memberSearchTyped,
  $search: $membersView,
  delay: SEARCH_DELAY,
  settle: settleSearch,
});

sample({
  clock: [
    detailOpened,
    onLive(actions.memberSearchSettled),
    onLive(actions.membersSorted),
    onLive(actions.membersPaged),
    onLive(actions.membersRetried),
  ],
  source: { view: $membersView, detail: $detail },
  filter: ({ detail }) => detail !== null,
  fn: ({ view, detail }, { id }) => ({
    payload: {
      orgOid: detail?.oid ?? "",
      contains: view.contains,
      page: view.page,
      sort: sortParameter(view.sort),
    },
    cause: id,
  }),
  target: fetchMembers,
});
