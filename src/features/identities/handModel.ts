/** Creating, editing and ending people for whom no connected system is authoritative. */
import { combine } from "effector";
import * as actions from "#events/actions/identities.ts";
import * as calls from "#events/calls/identities.ts";
import type { IdentityDraft } from "#events/entities/identityDraft.ts";
import { message } from "#events/messages/message.ts";
import { checkIdentity, checkNewIdentity } from "#events/rules/identities.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { fullName, personName } from "#events/rules/personName.ts";
import { $clientId, $user } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $identity } from "./reportModel.ts";
import { identitiesRoute, identityReportRoute } from "./route.ts";

/** Whether the user may create, edit and end people. */
export const $editsPeople = $user.map((user) => user !== null && holdsGroup(user, "EditAllUsers"));

const EMPTY: IdentityDraft = {
  givenName: "",
  familyName: "",
  username: "",
  email: "",
  jobTitle: "",
  department: "",
  location: "",
  manager: "",
};

export const newIdentityForm = createForm(actions.newIdentityForm, {
  saved: { externalId: "", ...EMPTY },
  call: createCall(calls.createIdentity),
  routes: [identitiesRoute.name],
  inDialog: true,
  source: $clientId,
  check: checkNewIdentity,
  request: (body, clientId) => ({ params: { clientId }, body }),
  savedMessage: ({ body }) => message("identities.created", { name: personName(body) }),
  failedMessage: (values, reason) =>
    message("identities.notCreated", { name: fullName(values), reason }),
});

/** The open person, who can be changed by hand; null if not. */
export const $editable = combine($identity, $editsPeople, ({ value }, edits) =>
  value !== null && edits && value.isByHand === true && !value.endedAt ? value : null,
);

const $place = combine($editable, $clientId, (identity, clientId) =>
  identity === null || clientId === null
    ? null
    : { params: { clientId, identityOid: identity.oid }, version: identity.version ?? 0 },
);

export const identityForm = createForm(actions.identityForm, {
  saved: $editable.map(
    (identity): IdentityDraft | null =>
      identity && {
        givenName: identity.givenName ?? "",
        familyName: identity.familyName ?? "",
        username: identity.username ?? "",
        email: identity.email ?? "",
        jobTitle: identity.jobTitle ?? "",
        department: identity.department ?? "",
        location: identity.location ?? "",
        manager: identity.manager ?? "",
      },
  ),
  call: createCall(calls.updateIdentity),
  routes: [identityReportRoute.name],
  inDialog: true,
  source: $place,
  check: checkIdentity,
  request: (draft, { params, version }) => ({ params, body: { version, ...draft } }),
  savedMessage: ({ body }) => message("identities.saved", { name: personName(body) }),
  failedMessage: (values, reason) =>
    message("identities.notSaved", { name: fullName(values), reason }),
});

export const identityEnding = createConfirmation(actions.identityEnding, {
  call: createCall(calls.endIdentity),
  source: $clientId,
  request: ({ identityOid, version }, clientId) => ({
    params: { clientId, identityOid },
    body: { version },
  }),
  doneMessage: ({ name }) => message("identities.wasEnded", { name }),
  failedMessage: ({ name }, reason) => message("identities.notEnded", { name, reason }),
});
