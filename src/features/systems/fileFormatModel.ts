/** The format of the table file that the configuration form names. */
import { combine } from "effector";
import { getFileFormat, testIntegration } from "#events/calls/systems.ts";
import { createCall } from "../../kernel/calls.ts";
import { createQuery } from "../../kernel/query.ts";
import { $configuration, configurationForm } from "./configurationModel.ts";
import { fileQuery } from "./configurationRules.ts";
import { placeOn } from "./place.ts";

export const $fileFormat = createQuery("systems/fileFormat", {
  options: { version: 3 },
  call: createCall(getFileFormat),
  input: combine(
    placeOn("configuration"),
    $configuration,
    configurationForm.$view,
    (params, { value: saved }, view) => {
      const query = saved && view && fileQuery(saved, view.values);
      return params && query && { params, query };
    },
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [testIntegration.succeeded],
});
