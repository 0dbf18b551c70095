/** The client and the type of orgs of the open grouping screen. */
import { combine } from "effector";
import { ORG_TYPES, type OrgType } from "#events/entities/orgTypes.ts";
import { $clientId } from "../../data/session/index.ts";
import { $screen } from "../../kernel/navigation.ts";
import { GROUPING_ROUTES } from "./route.ts";

export const ROUTES: readonly string[] = Object.values(GROUPING_ROUTES).map(({ name }) => name);

export interface Place {
  readonly clientId: string;
  readonly orgType: OrgType;
}

/** null while another screen is open. */
export const $place = combine($screen, $clientId, (screen, clientId): Place | null => {
  const orgType = ORG_TYPES.find((type) => GROUPING_ROUTES[type].name === screen?.route);
  return orgType === undefined || clientId === null ? null : { clientId, orgType };
});
