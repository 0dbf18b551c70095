/** The tables of stored previews of field mappings. */
import type { ColumnType, Generated } from "kysely";
import type {
  EditedMapping,
  Mapping,
  MappingDirection,
  PreviewStatus,
  PreviewTarget,
  PreviewValue,
} from "#events/entities/mapping.ts";
import type { Shaped, ShapedOrNull } from "./columns.ts";

/** A preview of what mappings do to all objects, and the job that makes it. */
export interface MappingPreviewsTable {
  client_id: string;
  resource_id: string;
  id: string;
  direction: MappingDirection;
  status: PreviewStatus;
  /** As they were when it was requested. */
  mappings: Shaped<Mapping[]>;
  /** The one of them that was not saved; null: all were. */
  edited: ShapedOrNull<EditedMapping>;
  /** Of the mappings and of the content of the system: a different one makes the preview stale. */
  fingerprint: string;
  actor_id: string;
  actor: string;
  created_at: Date;
  ended_at: Date | null;
  evaluated: Generated<number>;
  total: Generated<number>;
  targets: ColumnType<PreviewTarget[], string | undefined, string>;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
}

export interface MappingPreviewObjectsTable {
  client_id: string;
  resource_id: string;
  preview_id: string;
  /** From 1. */
  no: number;
  object_id: string;
  name: string;
  /** `{finding}` and `{finding}:{target}` for each. */
  findings: string[];
  content: Shaped<PreviewValue[]>;
}
