/** Checks a bulk file against the existing users, and stores each line's effect. */
import { setImmediate } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { BulkKind } from "#events/entities/bulkChange.ts";
import { BULK_RESOURCES_MAX } from "#events/rules/bulkChange.ts";
import type { EditableUser } from "#events/entities/managedUser.ts";
import { message } from "#events/messages/message.ts";
import { usernameKey } from "../../auth/queries.ts";
import type { Database } from "../../db/schema.ts";
import { invalid } from "../../plugins/errors.ts";
import { loadGround, type Editor } from "../changeRules.ts";
import { loadManagedUsers } from "../queries.ts";
import { insertLines, type BulkPlace, type LineCounts } from "./queries.ts";
import { Naming, type Namings } from "./csv.ts";
import {
  planLine,
  readLine,
  type Known,
  type PlannedLine,
  type ReadLine,
  type Repeated,
} from "./planLines.ts";
import type { FileLines } from "./readFile.ts";

/** Lines read or looked up per batch. */
const AT_ONCE = 500;
/** Lines planned per batch: a line with the maximum number of resources takes a millisecond. */
export const PLANNED_AT_ONCE = 20;

export async function loadNamings(db: Kysely<Database>, clientId: string): Promise<Namings> {
  const roles = await db.selectFrom("roles").select(["id", "name"]).execute();
  const resources = await db
    .selectFrom("resources")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .execute();
  return { roleIds: new Naming(roles), resourceIds: new Naming(resources) };
}

/**
 * Yields to other requests between batches.
 *
 * @throws ApiError EINVALID if the lines together name more resources than can be stored for a file.
 */
export async function readLines(
  { columns, lines }: FileLines,
  namings: Namings,
): Promise<readonly ReadLine[]> {
  const read: ReadLine[] = [];
  let resources = 0;
  for (const [at, line] of lines.entries()) {
    if (at % AT_ONCE === 0) await setImmediate();
    const one = readLine(line, columns, namings);
    resources += one.change.resourceIds?.length ?? 0;
    if (resources > BULK_RESOURCES_MAX) {
      throw invalid("/body/content", message("bulk.tooManyResources", { max: BULK_RESOURCES_MAX }));
    }
    read.push(one);
  }
  return read;
}

/** Lines by username key, for usernames on more than one line. Yields to other requests between batches. */
export async function findRepeated(
  lines: readonly ReadLine[],
): Promise<ReadonlyMap<string, Repeated>> {
  const firsts = new Map<string, number>();
  const repeated = new Map<string, { count: number; first: readonly number[] }>();
  for (const [at, { username, line }] of lines.entries()) {
    if (at % AT_ONCE === 0) await setImmediate();
    if (username === "") continue;
    const key = usernameKey(username);
    const first = firsts.get(key);
    const known = repeated.get(key);
    if (known) known.count += 1;
    else if (first === undefined) firsts.set(key, line);
    else repeated.set(key, { count: 2, first: [first, line] });
  }
  return repeated;
}

/** @returns the number of lines by kind. */
export async function checkLines(
  db: Kysely<Database>,
  place: BulkPlace,
  editor: Editor,
  file: FileLines,
): Promise<LineCounts> {
  const namings = await loadNamings(db, place.clientId);
  const read = await readLines(file, namings);
  const repeated = await findRepeated(read);
  const resourceIds = new Set(read.flatMap(({ change }) => change.resourceIds ?? []));
  const ground = await loadGround(db, editor, [...resourceIds]);
  const counts: Partial<Record<BulkKind, number>> = {};
  for (let at = 0; at < read.length; at += AT_ONCE) {
    const some = read.slice(at, at + AT_ONCE);
    const keys = some.map(({ username }) => usernameKey(username));
    const found = await findByKeys(db, editor, keys);
    const known: Known = { ground, repeated, ...found };
    await ground.addresses?.look(
      db,
      some.map(({ username, change }) => {
        const user = found.users.get(usernameKey(username));
        return { before: toHolding(user ?? {}), after: toHolding({ ...user, ...change }) };
      }),
    );
    const planned: PlannedLine[] = [];
    for (const [i, line] of some.entries()) {
      if (i % PLANNED_AT_ONCE === 0) await setImmediate();
      const plan = planLine(line, known);
      counts[plan.kind] = (counts[plan.kind] ?? 0) + 1;
      planned.push(plan);
      if (plan.kind === "refused") continue;
      const user = { ...found.users.get(usernameKey(line.username)), ...plan.after };
      ground.addresses?.give(plan.userId ?? `line ${line.line}`, toHolding(user));
    }
    await insertLines(db, place, planned);
  }
  return counts;
}

function toHolding({ email = null, archived = false }: Partial<EditableUser>) {
  return { email, archived };
}

/** The client's users with these names, and names that users of other clients have. */
export async function findByKeys(
  db: Kysely<Database>,
  { actor, clientId }: Pick<Editor, "actor" | "clientId">,
  keys: readonly string[],
): Promise<Pick<Known, "users" | "taken">> {
  const { rows } = await sql<{ id: string; key: string; mine: boolean }>`
    select u.id, u.username_key as key, l.user_id is not null as mine
    from users u left join user_clients l on l.user_id = u.id and l.client_id = ${clientId}
    where u.username_key = any(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))
  `.execute(db);
  const ids = rows.filter(({ mine }) => mine).map(({ id }) => id);
  const users = await loadManagedUsers(db, actor, clientId, ids);
  return {
    users: new Map(users.map((user) => [usernameKey(user.username), user])),
    taken: new Set(rows.filter(({ mine }) => !mine).map(({ key }) => key)),
  };
}
