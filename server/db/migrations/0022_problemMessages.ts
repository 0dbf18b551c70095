/** Stores line problems as messages with a code. Files checked earlier show their text verbatim. */
import type { Migration } from "../migration.ts";

export const problemMessages: Migration = {
  name: "0022_problemMessages",
  statements: [
    `update bulk_lines set problems = (
      select jsonb_agg(jsonb_build_object('field', p -> 'field', 'reason',
        jsonb_build_object('code', 'common.text', 'params', jsonb_build_object('text', p -> 'message'))))
      from jsonb_array_elements(problems) p
    )
    where jsonb_array_length(problems) > 0`,
  ],
};
