import type { ConnectorSummary } from "#events/entities/connector.ts";
import { uuid } from "../../support/fixtures.ts";

/** A system that people change by hand. */
export const BADGES = {
  id: uuid(50),
  resourceId: uuid(50),
  name: "Badges",
  kind: "manual" as const,
  ownerId: null,
  testedAt: null,
};

/** A connector that can do everything. */
export const makeConnector = (
  id: number,
  key: string,
  { kinds, tags }: Pick<ConnectorSummary, "kinds" | "tags">,
): ConnectorSummary => ({
  id,
  key,
  kinds,
  tags,
  available: true,
  supportsActivation: true,
  capabilities: { paging: true, sync: true, write: true, activation: true, associations: true },
  authorizes: false,
});
