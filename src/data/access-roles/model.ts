/** Access roles of policies, for the screens that choose or show them. */
import { getAccessPolicyRoles } from "#events/calls/accessRoles.ts";
import { createCall } from "../../kernel/calls.ts";

/** The call of every list of the access roles that policies may induce. */
export const accessPolicyRolesCall = createCall(getAccessPolicyRoles);
