/** Finds the oldest change of policies with recorded people, so that they are removed without reading all changes. */
import type { Migration } from "../migration.ts";

export const recordedPeople: Migration = {
  name: "0100_recordedPeople",
  statements: [
    `create index policy_changes_recorded on policy_changes (at) where gaining is not null`,
  ],
};
