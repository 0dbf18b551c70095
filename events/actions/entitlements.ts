/** Events of the review of a resource's entitlements. */
import { Type } from "typebox";
import { Nullable, Text, Uuid } from "../entities/common.ts";
import { REVIEW_FILTERS, ReviewedEntitlement } from "../entities/entitlementReview.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Typed } from "../kernel/redaction.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";

const Nothing = Type.Object({});

export const entitlementList = defineList(
  "entitlements/list",
  Type.Object({
    contains: SearchText,
    show: Choice(REVIEW_FILTERS),
    sort: SortBy(["position", "name"]),
  }),
);

const ReviewFields = {
  displayName: Text,
  description: Type.String(),
  /** Empty: nobody. */
  ownerId: Type.String({ maxLength: 36 }),
  position: Nullable(Type.Integer()),
};
export const newEntitlementForm = defineForm(
  "entitlements/new",
  Type.Object({ name: Text, ...ReviewFields }),
);
export const reviewForm = defineForm(
  "entitlements/review",
  Type.Object({ ...ReviewFields, excluded: Type.Boolean() }),
);
/** The administrator opened the review of an entitlement. */
export const reviewOpened = defineEvent(
  "entitlements/reviewOpened",
  1,
  Type.Object({ entitlement: ReviewedEntitlement }),
);
/** Patterns of the entitlements that imports include and exclude, one in each line. */
const ImportRules = Type.Object({ included: Typed(Type.String()), excluded: Typed(Type.String()) });
export const importRulesForm = defineForm("entitlements/importRules", ImportRules);
/** The user stopped changing the rules for a moment, so that they can be previewed. */
export const importRulesSettled = defineEvent("entitlements/importRulesSettled", 1, ImportRules);

/** The user compares all entitlements with the system. */
export const refreshWanted = defineEvent("entitlements/refreshWanted", 1, Nothing);
/** The user does not want to see the duplicates of the saved entitlement any more. */
export const duplicatesDismissed = defineEvent("entitlements/duplicatesDismissed", 1, Nothing);
/** The user loads the duplicates of the resource again. */
export const duplicatesRetried = defineEvent("entitlements/duplicatesRetried", 1, Nothing);

const Subject = Type.Object({ id: Uuid, name: Type.String() });
export const interimDeletion = defineConfirmation("entitlements/deletion", Subject);
/** All entitlements of a group are merged into the kept one. */
export const merging = defineConfirmation(
  "entitlements/merging",
  Type.Object({ kept: Subject, mergedIds: Type.Array(Uuid) }),
);
