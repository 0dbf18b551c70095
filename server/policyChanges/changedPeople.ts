/** Stores who gains and loses access by a change of policies, as of the moment when it is made, and reads it. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { AffectedPeople, ChangedPeople } from "#events/entities/policyChange.ts";
import { PREVIEWED_MAX } from "#events/rules/builder.ts";
import { compareKinds } from "../access/effect.ts";
import { peopleOf } from "../access/graph.ts";
import { MembershipsChangedError, type AccessGraphs } from "../access/loadGraph.ts";
import { withoutNestedLoops } from "../db/nestedLoops.ts";
import type { Database } from "../db/schema.ts";
import type { AffectedSelection, RoleChanges } from "./affectedPeople.ts";
import { planPairs } from "./pairs.ts";
import type { Plan } from "./plan.ts";
import { findChange } from "./queries.ts";
import { effectivePairs } from "./undo.ts";

/** Maximum pairs of a group of people and a kind of entitlements that are stored of a change: about 20 MB. */
const MAX_PAIRS = 2_000_000;
const ROWS_AT_ONCE = 500;
/** Maximum entitlements of one change whose people are recorded: that takes a few seconds. */
export const MAX_RECORDED = PREVIEWED_MAX;
/** Maximum entitlements that are read by an index. More are compared with all grants of the client. */
const MAX_LOOKED_UP = 100;

/** Part of the context of a call. */
export interface RecordingContext {
  readonly app: { readonly accessGraphs: AccessGraphs };
  readonly client: { readonly id: string };
  readonly at: Date;
}

/**
 * Records the people of a change of up to `MAX_RECORDED` entitlements, after the change was made in the same
 * transaction: they lose by its undo what they gained by it, and vice versa.
 */
export async function recordPeople(
  tx: Transaction<Database>,
  { app, client, at }: RecordingContext,
  changeId: string,
): Promise<void> {
  const change = await findChange(tx, client.id, changeId);
  const size = change === null ? 0 : change.added + change.removed;
  if (change === null || size > MAX_RECORDED) return;
  const scope = { clientId: client.id, resourceId: null, rootOid: null, at };
  // The database has no statistics about the rows of the same transaction.
  const isLarge = size > MAX_LOOKED_UP;
  const planUndo = () =>
    app.accessGraphs
      .use(tx, client.id, at, (graph) =>
        planPairs(tx, scope, graph, effectivePairs(scope, changeId)),
      )
      .catch(nullIfMembershipsChanged);
  const undo = await (isLarge ? withoutNestedLoops(tx, planUndo) : planUndo());
  if (undo) await storePeople(tx, changeId, undo, { isUndo: true });
}

/** For recording people: the change itself does not depend on the graph. */
export function nullIfMembershipsChanged(error: unknown): null {
  if (error instanceof MembershipsChangedError) return null;
  throw error;
}

/**
 * Stores the people whom a plan affects.
 *
 * @param isUndo whether the plan is the undo of the change
 */
export async function storePeople(
  tx: Kysely<Database>,
  changeId: string,
  { graph, sources, targets, entitlements, scope: { clientId } }: Plan,
  { isUndo = false } = {},
): Promise<void> {
  const groups = new Map<number, { gained: number[]; lost: number[] }>();
  let pairs = 0;
  const kindOf = compareKinds(graph, sources, targets, (group, kind, gains) => {
    pairs += 1;
    if (pairs > MAX_PAIRS) return;
    const kinds = groups.get(group) ?? { gained: [], lost: [] };
    groups.set(group, kinds);
    (gains === isUndo ? kinds.lost : kinds.gained).push(kind);
  });
  if (pairs > MAX_PAIRS) return;

  const effects = new Map<string, { people: Buffer[]; gained: number[]; lost: number[] }>();
  const count = { gaining: 0, losing: 0 };
  const used = new Set<number>();
  for (const [group, { gained, lost }] of groups) {
    const key = `${gained.join()}|${lost.join()}`;
    const effect = effects.get(key) ?? { people: [], gained, lost };
    effects.set(key, effect);
    const people = graph.groups.people[group];
    if (people) effect.people.push(people);
    const size = graph.groups.sizes[group] ?? 0;
    if (gained.length > 0) count.gaining += size;
    if (lost.length > 0) count.losing += size;
    for (const kind of [...gained, ...lost]) used.add(kind);
  }
  const roles = new Map<number, string[]>([...used].map((kind) => [kind, []]));
  for (const [index, kind] of kindOf.entries()) roles.get(kind)?.push(entitlements[index] ?? "");

  const owner = { client_id: clientId, change_id: changeId };
  const effectRows = [...effects.values()].map(({ people, gained, lost }, no) => ({
    ...owner,
    no,
    people: Buffer.concat(people),
    gained,
    lost,
  }));
  for (const rows of batchesOf(effectRows)) {
    await tx.insertInto("policy_change_effects").values(rows).execute();
  }
  const kindRows = [...roles].map(([kind, role_oids]) => ({ ...owner, kind, role_oids }));
  for (const rows of batchesOf(kindRows)) {
    await tx.insertInto("policy_change_kinds").values(rows).execute();
  }
  await tx
    .updateTable("policy_changes")
    .set(count)
    .where("client_id", "=", clientId)
    .where("id", "=", changeId)
    .execute();
}

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    yield rows.slice(from, from + ROWS_AT_ONCE);
  }
}

/** @returns null if the people of the change were not recorded. */
export async function countChangedPeople(
  db: Kysely<Database>,
  clientId: string,
  changeId: string,
): Promise<ChangedPeople["people"]> {
  const row = await db
    .selectFrom("policy_changes")
    .select(["gaining", "losing"])
    .where("client_id", "=", clientId)
    .where("id", "=", changeId)
    .executeTakeFirst();
  const { gaining = null, losing = null } = row ?? {};
  return gaining === null || losing === null ? null : { gaining, losing };
}

/** The recorded people of a change. Nobody if they were not recorded. */
export async function selectChanged(
  db: Kysely<Database>,
  clientId: string,
  changeId: string,
  { show, contains }: { readonly show: AffectedPeople; readonly contains: string | undefined },
): Promise<AffectedSelection> {
  const shown = {
    all: sql<boolean>`true`,
    gaining: sql<boolean>`gained <> '{}'`,
    losing: sql<boolean>`lost <> '{}'`,
  };
  const effects = await db
    .selectFrom("policy_change_effects")
    .select(["no", "people"])
    .where("client_id", "=", clientId)
    .where("change_id", "=", changeId)
    .where(shown[show])
    .execute();
  const groupOf = new Map<string, number>();
  for (const { no, people } of effects) {
    for (const oid of peopleOf(Buffer.from(people))) groupOf.set(oid, no);
  }
  const changesOf = (groups: ReadonlySet<number>) =>
    readChanges(db, clientId, changeId, [...groups]);
  return { clientId, groupOf, contains, changesOf };
}

async function readChanges(
  db: Kysely<Database>,
  clientId: string,
  changeId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, RoleChanges>> {
  const effects = await db
    .selectFrom("policy_change_effects")
    .select(["no", "gained", "lost"])
    .where("client_id", "=", clientId)
    .where("change_id", "=", changeId)
    .where(sql<boolean>`no = any(${toInts(numbers)})`)
    .execute();
  const wanted = new Set(effects.flatMap(({ gained, lost }) => [...gained, ...lost]));
  const kinds = await db
    .selectFrom("policy_change_kinds")
    .select(["kind", "role_oids"])
    .where("client_id", "=", clientId)
    .where("change_id", "=", changeId)
    .where(sql<boolean>`kind = any(${toInts([...wanted])})`)
    .execute();
  const rolesOf = new Map(kinds.map(({ kind, role_oids }) => [kind, role_oids]));
  const oids = (list: readonly number[]) => list.flatMap((kind) => rolesOf.get(kind) ?? []);
  return new Map(
    effects.map(({ no, gained, lost }) => [no, { gained: oids(gained), lost: oids(lost) }]),
  );
}

const toInts = (numbers: readonly number[]) => sql`${`{${numbers.join(",")}}`}::integer[]`;
