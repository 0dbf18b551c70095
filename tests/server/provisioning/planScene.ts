/** A client with a system, people and accounts, for plans that a test computes itself. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Mapping, MappingDraft, MappingTarget } from "#events/entities/mapping.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { Database, RowPatch } from "#server/db/schema.ts";
import type { StoredForms } from "#server/db/systemTables.ts";
import { newLease } from "#server/jobs/leases.ts";
import { computePlan } from "#server/provisioning/computePlan.ts";
import type { SystemFacts } from "#server/provisioning/planPeople.ts";
import { mappingOf } from "#server/mappings/commands.ts";
import { NO_CAPABILITIES } from "#server/provisioning/threadMessages.ts";
import { contentHash, contentText } from "#server/systems/runs/content.ts";
import { attributeSource, outboundDraft } from "../mappings/support.ts";
import { keyOf, NOW } from "../systems/runs/storedRuns.ts";
import { storePlan, storeTarget } from "./storedPlans.ts";

export const USER: ObjectClass = {
  name: "user",
  role: "account",
  idAttribute: "id",
  nameAttribute: "login",
  memberAttribute: null,
  attributes: ["login", "mail", "password"].map((name) => ({
    name,
    multiple: false,
    required: false,
    writable: true,
    ...(name === "login" && { equality: "ignoreCase" as const }),
  })),
};

export interface SceneAccount {
  readonly name: string;
  /** The username of its person; null: it has none. */
  readonly of: string | null;
  readonly held?: readonly number[];
  readonly active?: boolean;
  /** Null: nobody has read it. */
  readonly stored?: ObjectContent["attributes"] | null;
  readonly objectClass?: string;
  readonly objectName?: string;
  readonly forms?: StoredForms;
  readonly gone?: boolean;
}

/** A mapping of a field, or of a fixed text, to an attribute or another target. */
export function outbound(
  target: string,
  { field = null, text = "" }: { readonly field?: string | null; readonly text?: string },
  more: Partial<MappingDraft> = {},
): Mapping {
  const draft = outboundDraft(field ?? "", target, more);
  const isAttribute = target.includes("/");
  const fixed = attributeSource("", {
    type: "STATIC",
    resourceSchemaId: null,
    staticContent: text,
  });
  return mappingOf(
    {
      ...draft,
      resourceSchemaId: isAttribute ? target : null,
      config: { ...draft.config, target: isAttribute ? "attribute" : (target as MappingTarget) },
      attributes: field === null ? [fixed] : draft.attributes,
    },
    randomUUID(),
    randomUUID(),
  );
}

export async function openScene(db: Kysely<Database>) {
  const place = await storeTarget(db, "Badges");
  const key = keyOf(place);
  const oids = new Map<string, string>();
  let plans = 0;
  await db
    .insertInto("entitlements")
    .values(
      ["Sign", "Audit", "Brief"].map((name, at) => ({
        ...key,
        id: randomUUID(),
        no: at + 1,
        name,
        role_oid: randomUUID(),
        search_key: name.toLowerCase(),
      })),
    )
    .execute();

  const addPeople = async (...names: readonly string[]) => {
    for (const name of names) {
      const oid = randomUUID();
      oids.set(name, oid);
      await db
        .insertInto("identities")
        .values({
          client_id: place.clientId,
          oid,
          external_id: name,
          username: name,
          attributes: "{}",
          search_key: name,
        })
        .execute();
    }
  };
  const changePerson = (name: string, values: RowPatch<"identities">) =>
    db
      .updateTable("identities")
      .set(values)
      .where("oid", "=", oids.get(name) ?? "")
      .execute();
  const addAccount = async (account: SceneAccount) => {
    const { name, of, held = [], active = true, stored = null, objectName = name } = account;
    await db
      .insertInto("accounts")
      .values({
        ...key,
        id: randomUUID(),
        name,
        identity_oid: of === null ? null : (oids.get(of) ?? null),
        entitlement_nos: [...held],
        active,
      })
      .execute();
    if (stored === null) return;
    const content = contentText({ attributes: stored, active, entitlements: [] });
    await db
      .insertInto("system_objects")
      .values({
        ...key,
        object_class: account.objectClass ?? "user",
        object_id: `id of ${name}`,
        name: objectName,
        account_name: name,
        hash: contentHash(objectName, content),
        content,
        held: held.length,
        ...(account.forms && { stored_forms: JSON.stringify(account.forms) }),
        ...(account.gone && { gone_at: NOW }),
      })
      .execute();
  };
  /** A plan that a worker computes. */
  const addPlan = async (values: RowPatch<"provisioning_plans"> = {}) => {
    const workerId = randomUUID();
    const id = await storePlan(db, place, { no: ++plans, status: "computing", created_at: NOW });
    await db
      .updateTable("provisioning_plans")
      .set({ ...newLease(workerId, NOW), ...values })
      .where("id", "=", id)
      .execute();
    return { ...place, id, workerId, attempt: 1 };
  };
  const facts = (
    mappings: readonly Mapping[],
    { settings, ...more }: Partial<SystemFacts> = {},
  ): SystemFacts => ({
    ...place,
    kind: "export",
    capabilities: { ...NO_CAPABILITIES, activation: true },
    settings: { ...DEFAULT_SETTINGS, mappings: [...mappings], ...settings },
    activation: {
      onLeave: "disable",
      afterDays: 0,
      enableOnReturn: true,
      automaticPreviews: false,
    },
    objectClasses: [USER],
    now: NOW,
    ...more,
  });
  return {
    place,
    key,
    oids,
    addPeople,
    changePerson,
    addAccount,
    addPlan,
    facts,
    /** Computes a plan. @returns it, its changes and the progress that was told */
    compute: async (
      job: Awaited<ReturnType<typeof addPlan>>,
      of: SystemFacts,
      isImported = true,
    ) => {
      const progress: number[] = [];
      await computePlan(db, job, {
        facts: of,
        isImported,
        onProgress: (evaluated) => void progress.push(evaluated),
      });
      const plan = await db
        .selectFrom("provisioning_plans")
        .selectAll()
        .where("id", "=", job.id)
        .executeTakeFirst();
      const changes = await db
        .selectFrom("provisioning_changes")
        .selectAll()
        .where("plan_id", "=", job.id)
        .orderBy("no")
        .execute();
      return { plan, changes, progress };
    },
  };
}
