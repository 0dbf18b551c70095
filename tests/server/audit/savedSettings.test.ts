/** Which system the audit trail gives to entries of saved settings. */
import { expect, test } from "vitest";
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import type { SystemDeletion } from "#events/entities/systemConfiguration.ts";
import { eachDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";

const HR = { connector: "csv", kind: "hr" };

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");
  const systems = async () => {
    const trail = `/api/clients/${on.directory.clientId}/audit-trail?target=${on.resourceId}`;
    const answer = await on.owner.get(trail);
    const { entries } = answer.json<{ _embedded: { entries: AuditEntry[] } }>()._embedded;
    return Object.fromEntries(entries.map(({ call, system }) => [call, system]));
  };

  test("names the connector and the kind, also of a deleted system", async () => {
    await on.changeImportSettings({ identity: { externalId: "id" } });
    await on.provide(["1,ann,"]);
    const expected = {
      "systems/createSystem": undefined,
      "systems/saveImportSettings": undefined,
      "systems/saveConfiguration": HR,
      "systems/publishSystem": HR,
    };
    expect(await systems()).toMatchObject(expected);
    // The present system counts more than its audited creation, which systems of the demo lack.
    const id = on.resourceId;
    await on.db
      .updateTable("connected_systems")
      .set({ connector_id: 2 })
      .where("resource_id", "=", id)
      .execute();
    expect((await systems())["systems/saveConfiguration"]).toEqual({ ...HR, connector: "ldap" });
    const { fingerprint } = (await on.owner.get(`${on.path}/deletion`)).json<SystemDeletion>();
    const sent = { fingerprint, removesGrants: true };
    const deleted = await on.owner.post(`${on.path}/deletion`, sent);
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect(await systems()).toMatchObject(expected);
  });
});
