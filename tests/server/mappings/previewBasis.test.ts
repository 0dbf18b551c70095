/** What a stored preview of mappings shows was true when its evaluation began. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { StoredPreview } from "#events/entities/mapping.ts";
import { evaluateAll } from "#server/mappings/evaluateAll.ts";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import { PERSON } from "./support.ts";

const WORKER = "00000000-0000-4000-8000-000000000001";

oneDatabase((database) => {
  const on = useCsvRuns(database);

  test("[MAP-18] a change while a preview waits does not make it stale, a later one does", async () => {
    const { clientId } = on.directory;
    const people = `/api/clients/${clientId}/identities`;
    const addPerson = async () => {
      const username = randomUUID();
      const email = `${username}@example.org`;
      const answer = await on.owner.post(people, {
        ...PERSON,
        externalId: randomUUID(),
        username,
        email,
      });
      expect(answer.statusCode, answer.body).toBe(201);
    };
    const isStale = async () => {
      const answer = await on.owner.get(`${on.path}/mapping-previews/latest?direction=inbound`);
      return answer.json<{ preview: StoredPreview }>().preview.stale;
    };
    const body = { direction: "inbound", mapping: null, mappingId: null };
    const asked = await on.owner.post(`${on.path}/mapping-previews`, body);
    expect(asked.statusCode, asked.body).toBe(201);
    await addPerson();

    const { id } = asked.json<StoredPreview>();
    await on.db
      .updateTable("mapping_previews")
      .set({ status: "running", lease_owner: WORKER })
      .where("id", "=", id)
      .execute();
    const job = { clientId, resourceId: on.resourceId, id, workerId: WORKER, attempt: 1 };
    await evaluateAll(on.db, job, { now: new Date(), onProgress: () => {} });
    expect(await isStale()).toBe(false);
    await addPerson();
    expect(await isStale()).toBe(true);
  });
});
