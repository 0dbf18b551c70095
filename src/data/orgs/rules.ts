/** How the current org evolves. Replies are told apart by the request that they answer: a stale one changes nothing. */
import type { Org } from "#events/entities/org.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import type { Failure, RequestStatus } from "#events/kernel/call.ts";

/** What a single org of a type is. */
export const ORG_KIND_NAMES: Readonly<Record<OrgType, string>> = {
  "job-titles": "Job title",
  departments: "Department",
  locations: "Location",
};

export interface CurrentOrg {
  /** The org whose screen is, or was last, open. */
  readonly oid: string | null;
  /** The newest request for it. */
  readonly requestId: string | null;
  readonly status: RequestStatus;
  readonly failure: Failure | null;
  readonly org: Org | null;
}

export const NO_ORG: CurrentOrg = {
  oid: null,
  requestId: null,
  status: "NotStarted",
  failure: null,
  org: null,
};

/** A screen opens: with another org than before nothing is known yet. Screens without an org change nothing. */
export function openOrg(current: CurrentOrg, oid: string | undefined): CurrentOrg {
  return oid === undefined || oid === current.oid ? current : { ...NO_ORG, oid };
}

export function requestOrg(current: CurrentOrg, oid: string, requestId: string): CurrentOrg {
  return { ...openOrg(current, oid), requestId, status: "InProgress", failure: null };
}

/** A fetch was answered. */
export function receiveOrg(current: CurrentOrg, org: Org, cause: string | null): CurrentOrg {
  return cause === current.requestId && cause !== null
    ? { ...current, status: "Success", org }
    : current;
}

/** A removal from the policy was answered with the org as it is now; a fetch still under way is older than that. */
export function replaceOrg(current: CurrentOrg, org: Org): CurrentOrg {
  return org.oid === current.oid
    ? { ...current, requestId: null, status: "Success", failure: null, org }
    : current;
}

/** The policy became another that nobody has told yet; a fetch still under way is older than that. */
export function forgetOrg(current: CurrentOrg, oid: string): CurrentOrg {
  return oid === current.oid ? { ...NO_ORG, oid } : current;
}

export function failOrg(current: CurrentOrg, failure: Failure, cause: string | null): CurrentOrg {
  return cause === current.requestId && cause !== null
    ? { ...current, status: "Fail", failure, org: null }
    : current;
}
