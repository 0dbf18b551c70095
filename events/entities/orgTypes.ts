/** The types of organisation units, without their schemas. */
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

export const ORG_TYPES = ["job-titles", "departments", "locations"] as const;
export type OrgType = (typeof ORG_TYPES)[number];

/** The plural name of a type. */
export const ORG_TYPE_NAMES: Readonly<Record<OrgType, Message>> = {
  "job-titles": message("orgs.jobTitles"),
  departments: message("orgs.departments"),
  locations: message("orgs.locations"),
};

/** The singular name of a type. */
export const ORG_KIND_NAMES: Readonly<Record<OrgType, Message>> = {
  "job-titles": message("orgs.jobTitle"),
  departments: message("orgs.department"),
  locations: message("orgs.location"),
};
