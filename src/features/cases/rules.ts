/** How the list of cases and the dialog that changes many of them become requests. Pure. */
import type { Static } from "typebox";
import type * as actions from "#events/actions/cases.ts";
import type { CaseFilters } from "#events/calls/cases.ts";
import { UNSETTLED, type Case, type CasesChange } from "#events/entities/case.ts";
import { dayOf } from "#events/rules/time.ts";
import { isUuid } from "#events/rules/uuid.ts";

/** The choices of the filter of owners that are no user's id. */
const OWNER_CHOICES = ["all", "me", "nobody"] as const;

type Query = Static<(typeof actions.caseList)["query"]>;

/** The chosen owner of the list's filter; "all" for a value that filters nothing. */
export function ownerOf({ owner }: Pick<Query, "owner">): string {
  return isUuid(owner) || OWNER_CHOICES.some((choice) => choice === owner) ? owner : "all";
}

/** @param userId of the user who reads the list */
export function filtersOf(
  { show, contains, kind, owner, due }: Query,
  userId: string,
): CaseFilters {
  return {
    show,
    ...(contains !== "" && { contains }),
    ...(kind !== "all" && { kind }),
    ...(owner === "me" && { ownerId: userId }),
    ...(isUuid(owner) && { ownerId: owner }),
    ...(owner === "nobody" && { unowned: "true" as const }),
    ...(due === "overdue" && { overdue: "true" as const }),
  };
}

export function changeOf({
  action,
  ownerId,
  dueOn,
}: Static<(typeof actions.casesForm)["values"]>): CasesChange {
  if (action === "assign") return { ownerId };
  if (action === "unassign") return { ownerId: null };
  return action === "setDue" ? { dueOn: dueOn || null } : { state: action };
}

/** Whether the case should have been settled on an earlier day, in UTC. */
export function isOverdue({ dueOn, state }: Pick<Case, "dueOn" | "state">, now: number): boolean {
  return dueOn !== null && UNSETTLED.includes(state) && dueOn < dayOf(new Date(now));
}
