import type { ConnectorField } from "#events/entities/connector.ts";

/** An optional text of one line, from which other fields differ. */
export const TEXT_FIELD: Omit<ConnectorField, "id" | "group"> = {
  type: "TEXT",
  required: false,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
};
