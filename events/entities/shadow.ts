/** Shadows: accounts on resources, as an import found them. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Nullable, Text, Uuid } from "./common.ts";

/** An account that belongs to nobody. */
export const OrphanedShadow = Type.Object({
  id: Uuid,
  name: Personal(Type.String()),
  resourceId: Uuid,
  resourceName: Text,
  entitlementCount: Count,
  /** The case about it that is not settled. */
  caseId: Nullable(Uuid),
});
export type OrphanedShadow = Static<typeof OrphanedShadow>;
