/** The orgs that a field can name: the first by name, or those that its search finds. */
import type { Org } from "#events/entities/org.ts";
import { orgsCall } from "./model.ts";

/** What such lists have in common, as options of `createList`. */
export const ORG_CHOICES = {
  call: orgsCall,
  inAddress: false,
  request: (clientId: string, { contains }: { readonly contains: string }) => ({
    params: { clientId },
    query: { sort: "name,asc", ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }: { readonly _embedded: { readonly orgs: readonly Org[] } }) =>
    _embedded.orgs,
  pageSize: 20,
};

/** An org as a choice of a select. */
export const orgOption = ({ oid, displayName }: Org) => ({ value: oid, label: displayName });
