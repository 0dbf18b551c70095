/** The entitlements of access roles as CSV files. */
import { combine } from "effector";
import * as actions from "#events/actions/accessRoles.ts";
import { listRoleEntitlements } from "#events/calls/accessRoles.ts";
import { $clientId } from "../../data/session/index.ts";
import { csvAddress } from "../../kernel/csvAddress.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $input } from "./listModel.ts";
import { $role } from "./place.ts";

export const noteEntitlementsExport = createAction(actions.entitlementsExported);

const hrefOf = (clientId: string, query: Readonly<Record<string, string>>): string =>
  csvAddress(listRoleEntitlements.endpoint, { params: { clientId }, query });

/** Of all roles of the list's filter; null while the list is not open. */
export const $entitlementsHref = $input.map(
  (input) => input && hrefOf(input.params.clientId, input.query),
);

/** Of the open role; null while it is not loaded. */
export const $roleEntitlementsHref = combine($role, $clientId, ({ value }, clientId) =>
  value === null || clientId === null ? null : hrefOf(clientId, { roleOid: value.oid }),
);
