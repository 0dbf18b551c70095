/** The limits of a system's correlation, the rules that each run used, and people who are created for accounts. */
import type { Migration } from "../migration.ts";

export const correlationSettings: Migration = {
  name: "0067_correlationSettings",
  statements: [
    `alter table connected_systems add column correlation jsonb`,
    `alter table system_runs add column simulation_oid uuid`,
    `alter table correlation_decisions drop constraint correlation_decisions_decision_check`,
    `alter table correlation_decisions add constraint correlation_decisions_decision_check
      check (decision in ('link', 'none', 'different', 'create'))`,
  ],
};
