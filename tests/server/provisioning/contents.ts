/** Contents of objects, of which a test names only the parts that matter. */
import type { ObjectContent } from "#events/entities/systemRun.ts";

export const content = (more: Partial<ObjectContent> = {}): ObjectContent => ({
  attributes: {},
  active: null,
  entitlements: [],
  ...more,
});
