/** One attempt of a run: reads the system into a plan, and applies the plan unless a gate makes it wait. */
import type { Kysely } from "kysely";
import type { FieldValue } from "#events/entities/connector.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import {
  NO_PEOPLE,
  type PeopleCounts,
  type RunGate,
  type RunProblem,
} from "#events/entities/systemRun.ts";
import { cutText } from "#events/rules/cutText.ts";
import { closedGates } from "#events/rules/runGates.ts";
import { countChanges, MAX_LISTED_PEOPLE } from "#events/rules/runs.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import {
  MAX_DETAIL_LENGTH,
  type Connection,
  type ConnectorError,
} from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { LostJobError, NO_LEASE } from "../../jobs/leases.ts";
import { mappingsWithMissingAttributes, missingFields } from "../../mappings/missingAttributes.ts";
import { fillingMappings } from "../../mappings/precedence/sources.ts";
import { exclusionsOf } from "../accountExclusions.ts";
import { excludedNames } from "../entitlements/reviews.ts";
import { withoutSecrets } from "../secrets.ts";
import { applyPlan } from "./applyPlan.ts";
import { excluding } from "./content.ts";
import { countDescribedPeople, nameDescribedPeople } from "./describedPeople.ts";
import { evaluateOwners } from "./evaluateOwners.ts";
import { evaluatePeople, type PeopleToWrite } from "./evaluatePeople.ts";
import { changeOwnRun, type RunJob } from "./leases.ts";
import { markLeavingPeople, type LeavingPeople } from "./leavingPeople.ts";
import { PlanOwners } from "./owners.ts";
import { dropPlannedPeople, storePlannedPeople } from "./plannedPeople.ts";
import { dropOwnEntries } from "./planWriter.ts";
import type { PartSize } from "./partSize.ts";
import { countPeople } from "./queries.ts";
import { readPlan, type StoredPlan } from "./readPlan.ts";
import { countRewrittenPeople } from "./rewrittenPeople.ts";

export interface RunAttempt {
  readonly job: RunJob;
  readonly isHr: boolean;
  readonly settings: SystemSettings;
  /** Of the system, also those that it replaced so far. */
  readonly secrets: readonly FieldValue[];
  /** Where a read of changes continues; null: everything is read. */
  readonly token: string | null;
  readonly now: Date;
  /** A private directory. */
  readonly directory: string;
  /** The most characters of objects to read. */
  readonly maxSize: number;
  readonly connect: () => Promise<Connection>;
  /** Of the parts in which the plan is applied. */
  readonly partSize: PartSize;
  /** Called with the number of objects read so far. */
  readonly onProgress: (read: number) => void;
}

/** @throws ConnectorError if the system cannot be read; LostJobError if another worker has the run. */
export async function performRun(db: Kysely<Database>, attempt: RunAttempt): Promise<void> {
  const { job, secrets } = attempt;
  try {
    let people: PeopleToWrite | null = null;
    if (job.status === "reading") {
      const plan = await read(db, attempt);
      if ((await storePlan(db, attempt, plan)) === "planned") return;
      ({ people } = plan);
    }
    await apply(db, attempt, people);
  } catch (error) {
    throw withCleanTexts(error, secrets);
  }
}

/** Removes secrets from what will be stored or logged. */
function withCleanTexts(error: unknown, secrets: readonly FieldValue[]): unknown {
  if (!(error instanceof Error)) return error;
  error.message = withoutSecrets(error.message, secrets);
  if (error.stack !== undefined) error.stack = withoutSecrets(error.stack, secrets);
  return error;
}

/** A plan and the gates that it does not pass. */
interface GatedPlan extends StoredPlan {
  readonly gates: readonly RunGate[];
  readonly waits: boolean;
  /** Null if no plan of the system changes people. */
  readonly plannedPeople: PeopleCounts | null;
  /** Of an HR system: what its mappings give people. Null for others, whose accounts first need their owners. */
  readonly people: PeopleToWrite | null;
}

async function read(db: Kysely<Database>, attempt: RunAttempt): Promise<GatedPlan> {
  const { job, isHr, settings, secrets, token, now, directory, maxSize, onProgress } = attempt;
  await dropOwnEntries(db, job);
  await dropPlannedPeople(db, job);
  const isExcluded = excluding(settings, await excludedNames(db, job));
  const connection = await attempt.connect();
  try {
    const exclusionOf = exclusionsOf(isHr ? [] : settings.excludedAccounts);
    const limits = { now, directory, maxSize, onProgress };
    const owners = new PlanOwners(db, job, settings);
    const reading = { settings, isExcluded, exclusionOf, owners, token, ...limits };
    const plan = await readPlan(db, connection, { job, isHr, ...reading });
    if (plan.problem) withCleanTexts(plan.problem, secrets);
    const accountClasses = classNames(plan.objectClasses, "account");
    const missingAttributes = mappingsWithMissingAttributes(settings.mappings, plan.objectClasses);
    const request = {
      job,
      isHr,
      settings,
      accountClasses,
      missingAttributes,
      missingFields: missingFields(settings, plan.objectClasses),
      now,
    };
    const changesPeople = isHr || fillingMappings(settings).length > 0;
    // Evaluating reads the people of the directory, which a plan of accounts without entries need not do.
    const mayChangePeople = changesPeople && (isHr || countChanges(plan.counts) > 0);
    let evaluated: Promise<PeopleToWrite> | null = null;
    /** Mappings may be slow, so that they are evaluated at most once for the plan. */
    const evaluate = () =>
      (evaluated ??= isHr
        ? evaluatePeople(db, request)
        : owners.load().then((found) => evaluateOwners(db, request, found?.ownerOf ?? null)));
    const leavers = isHr ? await findLeavers(db, request) : null;
    const rewrites = mayChangePeople ? await countRewrittenPeople(db, request, evaluate) : null;
    const counts = {
      ...plan.counts,
      ...(leavers && { leaving: leavers.leaving }),
      ...(changesPeople && { rewritten: rewrites?.rewritten ?? 0 }),
    };
    const compared = {
      ...plan.compared,
      ...(leavers && { employed: leavers.employed }),
      ...(rewrites && { people: rewrites.people }),
    };
    const gates = closedGates({ ...compared, complete: plan.complete, counts });
    const waits = gates.length > 0 || (await mustWait(db, job));
    const limit = waits ? Infinity : MAX_LISTED_PEOPLE;
    const unchanged = changesPeople ? NO_PEOPLE : null;
    const plannedPeople = mayChangePeople
      ? await storePlannedPeople(db, request, await evaluate(), limit)
      : unchanged;
    const people = isHr ? await evaluate() : null;
    return { ...plan, counts, compared, gates, waits, plannedPeople, people };
  } finally {
    await connection.close();
  }
}

/** Whether a user wants to decide about the plan in any case. */
async function mustWait(db: Kysely<Database>, { clientId, resourceId, oid }: RunJob) {
  const { waits } = await db
    .selectFrom("system_runs")
    .select("waits")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .executeTakeFirstOrThrow();
  return waits;
}

/** Of an HR system: names the people whom the entries describe, and marks those who leave. */
async function findLeavers(
  db: Kysely<Database>,
  request: Parameters<typeof markLeavingPeople>[1],
): Promise<LeavingPeople> {
  await nameDescribedPeople(db, request.job, request);
  return markLeavingPeople(db, request);
}

/** A plan within the gates is applied, unless a user wants to check it; another one waits for a decision. */
async function storePlan(
  db: Kysely<Database>,
  { job, isHr, settings }: RunAttempt,
  plan: GatedPlan,
): Promise<"planned" | "applying"> {
  const status = plan.waits ? "planned" : "applying";
  const people = isHr
    ? await countDescribedPeople(db, job)
    : await countPeople(db, job, countChanges(plan.counts));
  await inTransaction(db, async (tx) => {
    const isOurs = await changeOwnRun(tx, job, ["reading"], {
      status,
      progress: 0,
      // The state of a watched file stays if the read was incomplete.
      ...(plan.token !== null && { token_after: plan.token }),
      complete: plan.complete,
      counts: JSON.stringify(plan.counts),
      gates: JSON.stringify(plan.gates),
      compared: JSON.stringify(plan.compared),
      hash: plan.hash,
      settings: JSON.stringify(settings),
      object_classes: JSON.stringify(plan.objectClasses),
      people_basis: plan.peopleBasis,
      people,
      planned_people: plan.plannedPeople && JSON.stringify(plan.plannedPeople),
      applied: null,
      problem: plan.problem && JSON.stringify(problemOf(plan.problem)),
      ...(status === "planned" && { ...NO_LEASE, attempts: 0 }),
    });
    if (!isOurs) throw new LostJobError();
    // The classes of a plan that may be rejected become those of the system only if it has none.
    await tx
      .updateTable("connected_systems")
      .set({ object_classes: JSON.stringify(plan.objectClasses) })
      .where("client_id", "=", job.clientId)
      .where("resource_id", "=", job.resourceId)
      .where("object_classes", "is", null)
      .execute();
  });
  return status;
}

async function apply(
  db: Kysely<Database>,
  attempt: RunAttempt,
  people: PeopleToWrite | null,
): Promise<void> {
  const { job, isHr, settings, now, partSize } = attempt;
  const { classes: stored } = await db
    .selectFrom("system_runs as run")
    .innerJoin("connected_systems as system", (join) =>
      join
        .onRef("system.client_id", "=", "run.client_id")
        .onRef("system.resource_id", "=", "run.resource_id"),
    )
    // Plans of earlier versions have no classes of their own.
    .select((eb) => eb.fn.coalesce("run.object_classes", "system.object_classes").as("classes"))
    .where("run.client_id", "=", job.clientId)
    .where("run.resource_id", "=", job.resourceId)
    .where("run.oid", "=", job.oid)
    .executeTakeFirstOrThrow();
  const classes = stored ?? [];
  const request = {
    job: { ...job, status: "applying" as const },
    isHr,
    settings,
    accountClasses: classNames(classes, "account"),
    missingAttributes: mappingsWithMissingAttributes(settings.mappings, classes),
    missingFields: missingFields(settings, classes),
    entitlementClasses: classNames(classes, "entitlement"),
    isExcluded: excluding(settings, await excludedNames(db, job)),
    now,
    partSize,
  };
  await applyPlan(db, request, people);
}

/** The message contains no secrets. */
export function problemOf({ remedy, step, message }: ConnectorError): RunProblem {
  const detail = message.replaceAll("\0", "");
  return { code: remedy, step, detail: cutText(detail, MAX_DETAIL_LENGTH) };
}
