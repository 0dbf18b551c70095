/** Every request reads a user's resources, and deleting a user deletes these rows. */
import type { Migration } from "../migration.ts";

export const userResources: Migration = {
  name: "0015_userResources",
  statements: [`create index user_resources_user on user_resources (user_id, resource_id)`],
};
