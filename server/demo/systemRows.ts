/** Adds the rows of a connected system of the demo: its resource, settings, files, rules, first import and previews of mappings. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { ConnectorKind, TestOutcome } from "#events/entities/connector.ts";
import type { RuleContent } from "#events/entities/correlation.ts";
import type { MappingDirection } from "#events/entities/mapping.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import type { ActivationSettings } from "#events/entities/systemConfiguration.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { mappingsOf } from "#events/rules/mappings/fields.ts";
import { ruleColumns } from "../correlation/rules.ts";
import type { Database } from "../db/schema.ts";
import { fingerprint } from "../mappings/fingerprint.ts";
import { insertRun } from "../systems/runs/insertRun.ts";
import { DEMO_ACTOR } from "./demoActor.ts";
import { tableAccounts } from "./systemSchemas.ts";

/** Id of the connector of table files. */
export const CSV = 1;
export const READABLE: TestOutcome = { passed: ["find", "read"], failure: null };
const HOUR_MS = 3_600_000;

export interface Place {
  readonly tx: Transaction<Database>;
  readonly clientId: string;
  readonly now: Date;
}

export async function addResource(
  { tx, clientId, now }: Place,
  name: string,
  type: "hr" | null,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto("resources")
    .values({
      client_id: clientId,
      id,
      name,
      type,
      search_key: normalizeForFilter(name),
      created_at: now,
    })
    .execute();
  return id;
}

export async function addSystem(
  { tx, clientId, now }: Place,
  system: {
    readonly resourceId: string;
    readonly connectorId: number;
    readonly kind: ConnectorKind;
    readonly description: string;
    readonly published: SystemSettings | null;
    readonly settings: SystemSettings;
    /** Of the accounts; null before the first discovery. */
    readonly columns: readonly string[] | null;
    readonly writable?: boolean;
    readonly activation?: ActivationSettings;
    readonly test: TestOutcome | null;
  },
): Promise<void> {
  const { published, settings, columns, writable, activation, test } = system;
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  await tx
    .insertInto("connected_systems")
    .values({
      client_id: clientId,
      resource_id: system.resourceId,
      connector_id: system.connectorId,
      kind: system.kind,
      description: system.description,
      owner_id: null,
      settings: JSON.stringify(settings),
      object_classes: columns && JSON.stringify([tableAccounts(columns, writable)]),
      ...(activation && { activation: JSON.stringify(activation) }),
      tested_at: test && ago(25),
      test_outcome: test && JSON.stringify(test),
      ...(published && {
        published_settings: JSON.stringify(published),
        published_at: ago(24),
        first_published_at: ago(24),
        confirmed: true,
      }),
      created_at: ago(26),
    })
    .execute();
}

export async function addFile(
  { tx, clientId, now }: Place,
  {
    resourceId,
    id,
    name,
    body,
  }: {
    readonly resourceId: string;
    readonly id: string;
    readonly name: string;
    readonly body: Buffer;
  },
): Promise<void> {
  const file = { client_id: clientId, resource_id: resourceId };
  await tx
    .insertInto("system_files")
    .values({ ...file, id, name, size: body.length, complete: true, created_at: now })
    .execute();
  await tx
    .insertInto("system_file_parts")
    .values({ ...file, file_id: id, part: 0, body })
    .execute();
}

export async function addRule(
  { tx, clientId }: Place,
  resourceId: string,
  no: number,
  rule: RuleContent,
): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto("correlation_rules")
    .values({ client_id: clientId, resource_id: resourceId, id, no, ...ruleColumns(id, rule) })
    .execute();
}

export async function importOnce({ tx, clientId, now }: Place, resourceId: string): Promise<void> {
  await insertRun(tx, {
    clientId,
    resourceId,
    kind: "full",
    at: now,
    actor: { id: null, username: DEMO_ACTOR },
    isScheduled: false,
  });
}

/** Requests a preview of the saved mappings of a direction. It is computed after the first import. */
export async function previewMappings(
  { tx, clientId, now }: Place,
  resourceId: string,
  direction: MappingDirection,
  { mappings }: Pick<SystemSettings, "mappings">,
): Promise<void> {
  const previewed = mappingsOf(mappings, direction);
  await tx
    .insertInto("mapping_previews")
    .values({
      client_id: clientId,
      resource_id: resourceId,
      id: randomUUID(),
      direction,
      status: "waiting",
      mappings: JSON.stringify(previewed),
      fingerprint: await fingerprint(tx, { clientId, resourceId }, previewed),
      actor_id: randomUUID(),
      actor: DEMO_ACTOR,
      created_at: now,
    })
    .execute();
}
