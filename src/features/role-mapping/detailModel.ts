/** An org's detail: its members, and removals from its policy. */
import * as actions from "#events/actions/roleMapping.ts";
import { message } from "#events/messages/message.ts";
import { identitiesCall } from "../../data/directory/index.ts";
import { deleteInducementCall } from "../../data/orgs/index.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createList } from "../../kernel/list.ts";
import { react } from "../../kernel/react.ts";
import { createFollowUp } from "../../kernel/recorder.ts";
import { $detail, DETAIL_ROUTES } from "./place.ts";

const MEMBERS_PAGE_SIZE = 20;

export const memberList = createList(actions.memberList, {
  call: identitiesCall,
  routes: DETAIL_ROUTES,
  inAddress: false,
  source: $detail,
  request: ({ clientId, oid }, { contains, sort }) => ({
    params: { clientId },
    query: { orgOid: oid, sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.identities,
  pageSize: MEMBERS_PAGE_SIZE,
  refreshOn: [actions.orgRetried],
});

export const removal = createConfirmation(actions.removal, {
  call: deleteInducementCall,
  source: $detail,
  request: ({ inducementId }, { clientId, oid }) => ({ params: { clientId, oid, inducementId } }),
  doneMessage: ({ name }) => message("policies.removed", { name }),
  goneMessage: ({ name }) => message("policies.alreadyRemoved", { name }),
  failedMessage: ({ name }, reason) => message("policies.notRemoved", { name, reason }),
});
// Another administrator removed it first: show the current policy.
react(
  deleteInducementCall.failed,
  $detail,
  (detail, { payload: { status } }) => (detail && status === 404 ? { payload: {} } : null),
  createFollowUp(actions.orgRetried),
);
