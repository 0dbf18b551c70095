import { getResourceSchema, listMappings, listMidpointUserFields } from "#events/calls/mappings.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { Mapping, ResourceSchema, StoredPreview } from "#events/entities/mapping.ts";
import { uuid } from "../../support/fixtures.ts";
import type { TestApp } from "../../support/scope.ts";

/** The id of a system and of its resource. */
export const ID = uuid(50);

/** One attribute of accounts. */
export const SCHEMA: ResourceSchema = {
  resourceId: ID,
  items: [
    {
      id: "account/login",
      objectClass: "account",
      name: "login",
      multiple: false,
      required: true,
      writable: true,
    },
  ],
  missing: [],
};

/** Answers the calls of an open screen with an HR system that has these mappings. */
export async function replyMappings(app: TestApp, mappings: readonly Mapping[]): Promise<void> {
  await app.reply(listMappings, {
    resourceId: ID,
    systemDisplayName: "Payroll",
    sourceKind: "HR",
    mappings: [...mappings],
    version: 7,
  });
  await app.reply(listMidpointUserFields, {
    fields: [{ id: "username", name: "Username", required: false, unique: true }],
  });
  await app.reply(getResourceSchema, SCHEMA);
  await app.reply(getSystem, {
    id: ID,
    resourceId: ID,
    name: "Payroll",
    kind: "hr",
    ownerId: null,
  });
}

/** A finished preview of all objects. */
export const previewOf = (more: Partial<StoredPreview>): StoredPreview => ({
  id: uuid(90),
  resourceId: ID,
  direction: "inbound",
  status: "done",
  createdAt: "2026-03-02T09:00:00.000Z",
  endedAt: null,
  actor: "ann",
  stale: false,
  resourcePreview: [],
  previewCount: 0,
  previewObjects: [],
  totalCount: 3,
  ...more,
});
