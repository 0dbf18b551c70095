/** Example inputs of the client calls whose generated inputs would change nothing. */
import {
  patchClient,
  saveAdminAccess,
  saveManagers,
  saveLimits,
  saveApprovalRules,
  saveSignInRules,
} from "#events/calls/clients.ts";
import { example, type Example } from "../calls/inputs.ts";

export const examples: readonly Example[] = [
  // Other tests add systems.
  example(saveLimits, () => ({
    body: { limitSelfCertified: null, limitSystemExport: null, limitApi: null },
  })),
  example(patchClient, () => ({
    body: [{ op: "replace" as const, path: "/city", value: "Austin" }],
  })),
  // Other tests need Role Mapping.
  example(saveAdminAccess, () => ({ body: { adminEnabled: true } })),
  // Other tests approve what they generated.
  example(saveApprovalRules, () => ({ body: { requiresSecondApprover: false } })),
  // A required factor would lock out the users of other tests.
  example(saveSignInRules, () => ({ body: { requiresSecondFactor: false } })),
  example(saveManagers, async ({ browser, clientId }) => {
    const own = (await browser.get("/api/users/current")).json();
    const { users } = (await browser.get(`/api/clients/${clientId}/users`)).json()._embedded;
    const { id } = users.find((user: { readonly id: string }) => user.id !== own.id);
    return { body: { hr: [id], ad: [] } };
  }),
];
