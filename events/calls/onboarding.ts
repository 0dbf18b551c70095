/** How far the setup of a client is, and the mails that say so. */
import { Type } from "typebox";
import { Attention } from "../entities/attention.ts";
import { ClientParams, Count, Text, Uuid } from "../entities/common.ts";
import { Onboarding } from "../entities/onboarding.ts";
import { defineCall } from "../kernel/call.ts";

/** Systems that lacked approved changes, and those whose import had a plan that waited for a decision. */
const FORMER_WORK = {
  failing: Type.Array(Type.Object({ id: Uuid, name: Text, count: Count })),
  planned: Type.Array(Type.Object({ id: Uuid, name: Text, runOid: Uuid, runNo: Count })),
};

export const getOnboarding = defineCall({
  name: "onboarding/getOnboarding",
  summary: "Get how far the setup of a client is",
  method: "GET",
  endpoint: "/api/clients/:clientId/onboarding",
  permission: "signedIn",
  formerFields: FORMER_WORK,
  schema: { params: ClientParams, responses: { 200: Onboarding } },
});

/** Lists what waits for a person: of the systems that the user can open, and overdue cases if the user maps roles. */
export const getAttention = defineCall({
  name: "onboarding/getAttention",
  summary: "List what needs attention",
  method: "GET",
  endpoint: "/api/clients/:clientId/attention",
  permission: "signedIn",
  schema: { params: ClientParams, responses: { 200: Attention } },
});

/**
 * Mails the client's owners, HR managers and AD managers that these resources are set up. Resources that they were
 * mailed about are left out, so that a repeated call sends nothing. The user must be able to open each. ECONFLICT if a resource is not confirmed, or if
 * nobody has an email address.
 */
export const completeEmail = defineCall({
  name: "onboarding/completeEmail",
  summary: "Tell the owners of a client that resources are set up",
  method: "PUT",
  endpoint: "/api/clients/:clientId/complete-email",
  permission: "ManageAllResources",
  orOwnResources: true,
  schema: {
    params: ClientParams,
    body: Type.Object({ resources: Type.Array(Uuid, { minItems: 1, maxItems: 100 }) }),
    responses: {
      /** The resources that the mails name, and the number of mails. */
      200: Type.Object({ resources: Type.Array(Uuid), mails: Count }),
    },
  },
});
