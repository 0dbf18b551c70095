/**
 * Objects that provisioning wrote before Provision kept the time get it from the changes of previews, so that runs that
 * provisioning has overwritten are not undone.
 */
import type { Migration } from "../migration.ts";

export const earlierProvisioning: Migration = {
  name: "0084_earlierProvisioning",
  statements: [
    `update system_objects stored set provisioned_at = written.at
    from (
      select client_id, resource_id, object_class, account, max(ended_at) as at
      from provisioning_changes
      where state = 'applied' and ended_at is not null
      group by client_id, resource_id, object_class, account
    ) written
    where stored.client_id = written.client_id and stored.resource_id = written.resource_id
      and stored.object_class = written.object_class and stored.account_name = written.account
      and stored.provisioned_at is null`,
  ],
};
