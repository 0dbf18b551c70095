import type { Upcast } from "../kernel/upcast.ts";

/** Any period was replaced, so the request did not contain the one that the user saw. */
const withoutExpected = (payload: unknown): unknown => {
  const { body, ...input } = payload as { readonly body: object };
  return { ...input, body: { ...body, expected: null } };
};

export const accessRolesUpcasts: readonly Upcast[] = [
  { type: "accessRoles/grantRoleRequested", from: 1, up: withoutExpected },
];
