/** How changes of policies read, and what a bulk change requests. Pure. */
import type { PolicyChange, PolicyChangeRequest } from "#events/entities/policyChange.ts";
import type { RowSelection } from "#events/kernel/list.ts";
import type { PolicyChangeMessages } from "./messages.ts";

/** What was done, without its outcome. */
export function describeChange(
  { kind, threshold, orgCount }: PolicyChange,
  t: PolicyChangeMessages,
): string {
  if (kind === "apply" && threshold !== null) return t.appliedAt(threshold);
  return t.kinds[kind](orgCount);
}

/** The org of a change, or how many orgs it has. */
export function describeOrgs(
  { orgName = null, orgCount }: PolicyChange,
  t: PolicyChangeMessages,
): string {
  return orgName ?? t.manyOrgs(orgCount);
}

/** Kinds of changes that change periods if they add and remove nothing. */
const PERIOD_KINDS: ReadonlySet<PolicyChange["kind"]> = new Set(["period", "import"]);

export function describeCounts(
  { kind, added, removed }: Pick<PolicyChange, "kind" | "added" | "removed">,
  t: PolicyChangeMessages,
): string {
  // An undo may have changed nothing, or only periods.
  if (added + removed === 0) return PERIOD_KINDS.has(kind) ? t.periodOnly : "–";
  if (added === 0) return t.removedOnly(removed);
  return removed === 0 ? t.addedOnly(added) : t.addedAndRemoved(added, removed);
}

export interface BulkDraft {
  readonly operation: PolicyChangeRequest["operation"];
  readonly orgs: RowSelection;
  readonly orgQuery: {
    readonly type: PolicyChangeRequest["orgs"]["orgType"];
    readonly contains: string;
  };
  readonly roles: RowSelection;
  readonly roleQuery: {
    readonly contains: string;
    readonly resourceId: string;
    readonly accessRoles?: true;
  };
}

/** The request: "all matching" is sent as a predicate, other selections as ids. */
export function requestOf({
  operation,
  orgs,
  orgQuery,
  roles,
  roleQuery,
}: BulkDraft): PolicyChangeRequest {
  return {
    operation,
    orgs: {
      all: orgs.all,
      oids: [...orgs.ids],
      ...(orgs.all && {
        ...(orgQuery.type && { orgType: orgQuery.type }),
        ...(orgQuery.contains !== "" && { contains: orgQuery.contains }),
      }),
    },
    roles: {
      all: roles.all,
      oids: [...roles.ids],
      ...(roles.all && {
        ...(roleQuery.contains !== "" && { contains: roleQuery.contains }),
        ...(roleQuery.resourceId !== "" && { resourceId: roleQuery.resourceId }),
      }),
      ...(roleQuery.accessRoles && { accessRoles: true }),
    },
  };
}

function isChosen({ all, ids }: RowSelection): boolean {
  return all || ids.length > 0;
}

/** Whether the change can be previewed: an empty list of entitlements empties policies only where they become equal to it. */
export function isComplete({ orgs, roles, operation }: BulkDraft): boolean {
  return isChosen(orgs) && (isChosen(roles) || operation === "equal");
}
