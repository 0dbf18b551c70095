import type { Upcast } from "../kernel/upcast.ts";

/** The org was part of the path. */
const withOrgInQuery = (payload: unknown): unknown => {
  const { params, query } = payload as FormerInput;
  const { oid: orgOid, ...rest } = params;
  return { params: rest, query: { ...query, orgOid } };
};

interface FormerInput {
  readonly params: { readonly clientId: string; readonly oid: string; readonly roleOid: string };
  readonly query?: object;
}

export const accessUpcasts: readonly Upcast[] = [
  { type: "access/countHoldersRequested", from: 1, up: withOrgInQuery },
  { type: "access/listHoldersRequested", from: 1, up: withOrgInQuery },
];
