/** The kinds of organisation units, without their schemas. */

export const ORG_TYPES = ["job-titles", "departments", "locations"] as const;
export type OrgType = (typeof ORG_TYPES)[number];

/** How people read the org types. */
export const ORG_TYPE_NAMES: Readonly<Record<OrgType, string>> = {
  "job-titles": "Job Titles",
  departments: "Departments",
  locations: "Locations",
};
