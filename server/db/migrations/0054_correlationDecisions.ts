/** Accounts without a match are listed as well, and a person can say that an account is not somebody's. */
import type { Migration } from "../migration.ts";

export const correlationDecisions: Migration = {
  name: "0054_correlationDecisions",
  statements: [
    `alter table correlation_results drop constraint correlation_results_kind_check`,
    `alter table correlation_results add constraint correlation_results_kind_check
      check (kind in ('linked', 'moved', 'orphaned', 'probable', 'several', 'none'))`,
    `delete from correlation_decisions where decision = 'later'`,
    `alter table correlation_decisions drop constraint correlation_decisions_decision_check`,
    `alter table correlation_decisions add constraint correlation_decisions_decision_check
      check (decision in ('link', 'none', 'different'))`,
    `alter table correlation_decisions
      drop constraint correlation_decisions_client_id_resource_id_object_class_ob_key`,
    `create unique index correlation_decisions_final
      on correlation_decisions (client_id, resource_id, object_class, object_id) where decision <> 'different'`,
    `create unique index correlation_decisions_pair
      on correlation_decisions (client_id, resource_id, object_class, object_id, identity_oid)
      where decision = 'different'`,
  ],
};
