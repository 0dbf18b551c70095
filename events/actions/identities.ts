/** Events of the identities screens. */
import { Type } from "typebox";
import { Uuid } from "../entities/common.ts";
import { IdentityDraft, NewIdentity } from "../entities/identityDraft.ts";
import { ACCESS_GROUPS, PEOPLE_GROUPS } from "../entities/identityAccess.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Typed } from "../kernel/redaction.ts";
import { Choice, OptionalId, SearchQuery, SearchText, SortBy } from "../kernel/query.ts";

export const identityList = defineList(
  "identities/list",
  Type.Object({
    contains: SearchText,
    show: Choice(PEOPLE_GROUPS),
    /** People with an account on this resource; empty for all people. */
    resourceId: OptionalId,
    /** Members of this org and of those below it; empty for all people. */
    orgOid: OptionalId,
    sort: SortBy(["name", "username", "jobTitle", "department", "location"]),
  }),
);

/** The orgs to filter by. */
export const orgChoices = defineList("identities/orgChoices", SearchQuery);

export const accessList = defineList(
  "identities/accessList",
  Type.Object({
    show: Choice(ACCESS_GROUPS),
    contains: SearchText,
    sort: SortBy(["name", "resource", "peers"]),
  }),
);

/** `open` is the id of the change whose values are shown. */
export const changeList = defineList("identities/changeList", Type.Object({ open: OptionalId }));

/** The user retries after the person could not be loaded. */
export const identityRetried = defineEvent("identities/identityRetried", 1, Type.Object({}));

/** The user has the failed changes of a preview written again. */
export const failedChangesRetried = defineEvent(
  "identities/failedChangesRetried",
  1,
  Type.Object({ resourceId: Uuid, previewId: Uuid }),
);
/** The changes that are being written are asked for again. */
export const failedChangesPolled = defineEvent(
  "identities/failedChangesPolled",
  1,
  Type.Object({}),
);

/** The user prints the report. */
export const reportPrintWanted = defineEvent("identities/reportPrintWanted", 1, Type.Object({}));
/** All rows of the report were there, and the browser printed it. */
export const reportPrinted = defineEvent("identities/reportPrinted", 1, Type.Object({}));

/** Saves the filters and the order of the list under a name. */
export const viewForm = defineForm("identities/viewForm", Type.Object({ name: Type.String() }));

export const viewDeletion = defineConfirmation(
  "identities/viewDeletion",
  Type.Object({ viewId: Uuid, name: Typed(Type.String()) }),
);

/** Creates a person by hand. */
export const newIdentityForm = defineForm("identities/newIdentityForm", NewIdentity);

/** Edits a person who was created by hand. */
export const identityForm = defineForm("identities/identityForm", IdentityDraft);

export const identityEnding = defineConfirmation(
  "identities/identityEnding",
  Type.Object({ identityOid: Uuid, name: Typed(Type.String()), version: Type.Integer() }),
);
