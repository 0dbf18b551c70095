/**
 * Random inbound mappings, strengths and people: a stored preview shows what the next run of the HR system gives people, and
 * both are what the plain reference gives. `PROVISION_LIVE_MAPPING_SETS` says how many sets; `npm run long -- mappings` takes
 * 1,000.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PreviewValue, StoredPreview } from "#events/entities/mapping.ts";
import { evaluateAll } from "#server/mappings/evaluateAll.ts";
import { FIELDS, inboundOf, randomFields } from "../../events/rules/mappings/randomMappings.ts";
import { mappingOf, sourceOf } from "../../events/rules/mappings/support.ts";
import { csvText } from "../support/csv.ts";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import {
  checkSets,
  CLASS,
  isValues,
  outcomesOf,
  SEED,
  SETS,
  setMappings,
  text,
  TIME_MS,
  valueOf,
  type Values,
} from "./randomSets.ts";

const WORKER = "00000000-0000-4000-8000-000000000001";

oneDatabase((database) => {
  const on = useCsvRuns(database, "hr");

  const IDS = ["R1", "R2", "R3", "R4"];
  const HEADER = ["id", "login", "right", ...FIELDS];
  const TARGETS = ["email", "jobTitle", "location"];
  const COLUMN_OF = { email: "email", jobTitle: "job_title", location: "location" } as const;
  const IDENTIFIES = inboundOf(
    mappingOf({
      resourceSchemaId: "externalId",
      attributes: [sourceOf({ midpointUserFieldId: "id" })],
    }),
    CLASS,
  );
  const person = fc.record({ fields: randomFields(text), values: valueOf(TARGETS) });

  const peopleNow = async () => {
    const rows = await on.db
      .selectFrom("identities")
      .select(["external_id", "email", "job_title", "location"])
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "in", IDS)
      .execute();
    return Object.fromEntries(
      rows.map((row) => [
        row.external_id,
        { email: row.email ?? "", jobTitle: row.job_title ?? "", location: row.location ?? "" },
      ]),
    );
  };
  const setValues = async (id: string, values: Values) => {
    const columns = Object.entries(COLUMN_OF).map(([field, column]) => [
      column,
      values[field] === "" ? null : values[field],
    ]);
    await on.db
      .updateTable("identities")
      .set(Object.fromEntries(columns))
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "=", id)
      .execute();
  };
  const run = async () => {
    const planned = await on.run();
    if (planned.status !== "planned") return planned;
    const approved = await on.owner.post(`${on.path}/runs/${planned.oid}/approve`, {
      hash: planned.hash,
    });
    expect(approved.statusCode, approved.body).toBe(200);
    return on.settled(planned.oid);
  };
  /** What a stored preview shows: values by object. Objects without a finding are left out. */
  const stored = async (): Promise<ReadonlyMap<string, readonly PreviewValue[]>> => {
    const body = { direction: "inbound", mapping: null, mappingId: null };
    const asked = await on.owner.post(`${on.path}/mapping-previews`, body);
    expect(asked.statusCode, asked.body).toBe(201);
    const { id } = asked.json<StoredPreview>();
    await on.db
      .updateTable("mapping_previews")
      .set({ status: "running", lease_owner: WORKER })
      .where("id", "=", id)
      .execute();
    const { clientId } = on.directory;
    const job = { clientId, resourceId: on.resourceId, id, workerId: WORKER, attempt: 1 };
    await evaluateAll(on.db, job, { now: on.api.clock.now, onProgress: () => {} });
    const objects = await on.db
      .selectFrom("mapping_preview_objects")
      .select(["object_id", "content"])
      .where("preview_id", "=", id)
      .execute();
    return new Map(objects.map(({ object_id, content }) => [object_id, content]));
  };

  test(
    `[MAP-18] ${SETS} random sets of inbound mappings: people get what the preview shows`,
    async () => {
      await checkSets({ seed: SEED + 1, targets: TARGETS, person }, async (mappings, drawn) => {
        const outcomes = outcomesOf(
          mappings,
          IDS.map((key, at) => ({
            key,
            now: drawn[at]?.fields ?? {},
            before: null,
            current: drawn[at]?.values ?? {},
          })),
        );
        const rows = IDS.map((id, at) => [
          id,
          id,
          "",
          ...FIELDS.map((field) => drawn[at]?.fields[field]?.[0] ?? ""),
        ]);
        const lines = csvText(HEADER, rows).trimEnd().split("\n");
        await setMappings(database, on.resourceId, [IDENTIFIES]);
        await on.provide(lines.slice(1), lines[0]);
        expect(await run()).toMatchObject({ status: "done" });
        for (const [at, id] of IDS.entries()) await setValues(id, drawn[at]?.values ?? {});
        await setMappings(database, on.resourceId, [
          IDENTIFIES,
          ...mappings.map((one) => inboundOf(one, CLASS)),
        ]);
        await on.publish();

        const shown = await stored();
        const expected = Object.fromEntries(
          IDS.map((id, at) => {
            const values = { ...drawn[at]?.values };
            for (const [target, outcome] of Object.entries(outcomes[id] ?? {})) {
              if (isValues(outcome)) values[target] = outcome[0] ?? "";
            }
            return [id, values];
          }),
        );
        for (const [at, id] of IDS.entries()) {
          const current = drawn[at]?.values ?? {};
          const values = (shown.get(id) ?? []).filter(({ target }) => TARGETS.includes(target));
          const after = Object.fromEntries(
            values.map(({ target, after: [value = ""] }) => [target, value]),
          );
          expect({ ...current, ...after }, id).toEqual(expected[id]);
          const failing = values.flatMap(({ target, problem }) =>
            problem === null ? [] : [[target, problem.code]],
          );
          expect(Object.fromEntries(failing), id).toEqual(
            Object.fromEntries(
              Object.entries(outcomes[id] ?? {}).flatMap(([target, one]) =>
                isValues(one) ? [] : [[target, one.problem]],
              ),
            ),
          );
        }
        expect(await run()).toMatchObject({ status: "done" });
        expect(await peopleNow()).toEqual(expected);
      });
    },
    TIME_MS,
  );
});
