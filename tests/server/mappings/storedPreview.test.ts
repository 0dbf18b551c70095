/** When a stored preview of mappings is stale. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { StoredPreview } from "#events/entities/mapping.ts";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";

const PERSON = {
  givenName: "Eve",
  familyName: "Lee",
  username: "eve",
  email: "eve@example.org",
  jobTitle: "",
  department: "",
  location: "",
  manager: "",
};

oneDatabase((database) => {
  const on = useCsvRuns(database);

  const generate = async () => {
    const body = { direction: "inbound", mapping: null, mappingId: null };
    const answer = await on.owner.post(`${on.path}/mapping-previews`, body);
    expect(answer.statusCode, answer.body).toBe(201);
    await on.db
      .updateTable("mapping_previews")
      .set({ status: "done" })
      .where("resource_id", "=", on.resourceId)
      .execute();
  };
  const isStale = async () => {
    const latest = await on.owner.get(`${on.path}/mapping-previews/latest?direction=inbound`);
    return latest.json<{ preview: StoredPreview }>().preview.stale;
  };

  test("[MAP-18] a stored preview is stale after a person changed, until it is generated again", async () => {
    await on.provide(["1,ann,read"]);
    expect((await on.run()).status).toBe("done");
    const people = `/api/clients/${on.directory.clientId}/identities`;
    await generate();
    expect(await isStale()).toBe(false);
    const created = await on.owner.post(people, { externalId: randomUUID(), ...PERSON });
    expect(created.statusCode, created.body).toBe(201);
    expect(await isStale()).toBe(true);
    await generate();
    expect(await isStale()).toBe(false);
    const { oid, version } = created.json<{ oid: string; version: number }>();
    const changed = await on.owner.send("PUT", `${people}/${oid}`, {
      body: { ...PERSON, email: "lee@example.org", version },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await isStale()).toBe(true);
  });
});
