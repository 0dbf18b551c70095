/** Tasks of the key cabinet: three are open, one was attested, and one withdrawn. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { TaskAction, TaskState } from "#events/entities/systemTask.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_ACTOR } from "./demoActor.ts";
import type { Person } from "./people.ts";

interface KeyTask {
  readonly action: TaskAction;
  readonly state: TaskState;
  /** Days ago. */
  readonly created: number;
  readonly note: string;
}

const TASKS: readonly KeyTask[] = [
  { action: "create", state: "open", created: 1, note: "Vault key and alarm card." },
  { action: "change", state: "open", created: 3, note: "Replace the key of the old lock." },
  { action: "remove", state: "open", created: 6, note: "The key comes back by courier." },
  { action: "create", state: "attested", created: 12, note: "Handed out in person." },
  { action: "disable", state: "withdrawn", created: 15, note: "The leave was cancelled." },
];

export async function addKeyTasks(
  tx: Transaction<Database>,
  {
    clientId,
    resourceId,
    now,
    people,
  }: {
    readonly clientId: string;
    readonly resourceId: string;
    readonly now: Date;
    readonly people: readonly Person[];
  },
): Promise<void> {
  const managers = people.filter(({ job }) => job.title === "Branch Manager");
  const identities = await tx
    .selectFrom("identities")
    .select(["oid", "external_id"])
    .where("client_id", "=", clientId)
    .where(
      "external_id",
      "in",
      managers.map(({ id }) => id),
    )
    .execute();
  const oidOf = new Map(identities.map(({ oid, external_id: id }) => [id, oid]));
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const tasks = TASKS.map(({ action, state, created, note }, at) => {
    const manager = managers[at];
    const account = manager?.username.toUpperCase() ?? "";
    return {
      client_id: clientId,
      resource_id: resourceId,
      id: randomUUID(),
      action,
      account,
      identity_oid: manager ? (oidOf.get(manager.id) ?? null) : null,
      note,
      search_key: normalizeForFilter(`${account} ${note}`),
      state,
      created_by: DEMO_ACTOR,
      created_at: ago(created),
      ...(state !== "open" && { settled_by: DEMO_ACTOR, settled_at: ago(created - 1) }),
    };
  });
  await tx.insertInto("system_tasks").values(tasks).execute();
}
