import type { Upcast } from "../kernel/upcast.ts";

/** The body contained the org's whole policy, which is kept because a replay shows it (`previousPolicyOf`). */
const keep = (payload: unknown): unknown => payload;

/**
 * The event contained the roles, and logs lack them as bytes. A replay therefore shows no builder table for an org that
 * inherits roles. An empty body means that nothing is inherited.
 */
const withoutRoles = (payload: unknown): unknown => {
  const { status, body } = payload as { readonly status: 200; readonly body: FormerInherited };
  if (body.origins.length === 0) return { status, body: { digest: "", size: 0 } };
  const digest = "orgs/readInheritedRolesSucceeded version 1";
  return { status, body: { digest, size: JSON.stringify(body).length } };
};

/** The people of the preview could not be listed. */
const withoutPreview = (payload: unknown): unknown => {
  const { status, body } = payload as { readonly status: 200; readonly body: object };
  return { status, body: { ...body, previewId: null } };
};

/** Logs of earlier builds may lack the period that the user saw. */
const withExpected = (payload: unknown): unknown => {
  const { body, ...input } = payload as { readonly body: object };
  const unlimited = { validFrom: null, validUntil: null };
  return { ...input, body: { expected: unlimited, ...body } };
};

interface FormerInherited {
  readonly origins: readonly unknown[];
}

export const orgsUpcasts: readonly Upcast[] = [
  { type: "orgs/getOrgSucceeded", from: 1, up: keep },
  { type: "orgs/deleteInducementSucceeded", from: 1, up: keep },
  { type: "orgs/readInheritedRolesSucceeded", from: 1, up: withoutRoles },
  { type: "orgs/previewInduceSucceeded", from: 1, up: withoutPreview },
  { type: "orgs/setInducementPeriodRequested", from: 1, up: withExpected },
];
