/** What a user's resources are is asked with each request, and a user who goes takes them along. */
import type { Migration } from "../migration.ts";

export const userResources: Migration = {
  name: "0015_userResources",
  statements: [`create index user_resources_user on user_resources (user_id, resource_id)`],
};
