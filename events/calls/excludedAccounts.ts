/** The accounts that the import settings of a system leave out. The settings themselves are saved with those of imports. */
import { Type } from "typebox";
import { HalList, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { ExcludedAccount, ExclusionPreview } from "../entities/systemConfiguration.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const SYSTEM = "/api/clients/:clientId/resources/:resourceId";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

/** By name. */
export const listExcludedAccounts = defineCall({
  name: "excludedAccounts/listExcludedAccounts",
  summary: "List the accounts that the last import left out",
  method: "GET",
  endpoint: `${SYSTEM}/excluded-accounts`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({ page: PagingQuery.page, size: PagingQuery.size }),
    responses: { 200: HalList("accounts", ExcludedAccount) },
  },
});

export const previewExclusion = defineCall({
  name: "excludedAccounts/previewExclusion",
  summary: "Count the accounts that a rule would leave out",
  method: "GET",
  endpoint: `${SYSTEM}/excluded-accounts/preview`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({
      /** Missing: the name of the account. */
      attribute: Type.Optional(Text),
      pattern: Typed(Text),
    }),
    responses: { 200: ExclusionPreview },
  },
});
