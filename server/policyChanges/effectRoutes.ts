/** Routes that list the whole effect of a change that is previewed or was made. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import * as calls from "#events/calls/policyChanges.ts";
import type { Period } from "#events/entities/common.ts";
import type { AffectedPeople, ChangeLine, PeopleOfChange } from "#events/entities/policyChange.ts";
import { daysOf } from "#events/rules/periods.ts";
import { policyResources } from "#events/rules/permissions.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { PERSON_CSV_COLUMNS } from "../directory/personLists.ts";
import { listBatches, mountCsvFile } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { pageInfo, readPage, type PagingInput } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import {
  addChanges,
  AFFECTED_PEOPLE,
  selectAffected,
  type AffectedRow,
  type AffectedSelection,
  type PersonChange,
} from "./affectedPeople.ts";
import { changeLineBatches, findChangeLines } from "./changeLines.ts";
import { countChangedPeople, selectChanged } from "./changedPeople.ts";
import { planPairs } from "./pairs.ts";
import { lineBatches, linesIn, readLines } from "./policyLines.ts";
import { requireChange } from "./queries.ts";
import type { RoleName } from "./roleNames.ts";
import { planPreviewed } from "./storedPreviews.ts";
import { effectivePairs, requireUndoable } from "./undo.ts";

/** Maximum entitlements that a row names. */
const MAX_NAMES = 20;

const namesOf = (roles: readonly RoleName[]) => roles.map(({ name }) => name);
const joined = (roles: readonly RoleName[]) =>
  roles.map(({ name, resourceName }) => `${name} (${resourceName ?? ""})`).join("; ");

export function mountEffectLists(app: FastifyInstance): void {
  const { db } = app.services;

  mountCall(app, calls.listAffectedPeople, async ({ params, query }, context) => {
    const { show = "all", contains, ...paging } = query;
    const plan = await planPreviewed(context, params.previewId);
    const selection = selectAffected(plan, show, contains);
    return { status: 200, body: await listPeople(context.db, selection, paging) };
  });
  mountCsvFile(app, calls.listAffectedPeople, {
    fileName: "people.csv",
    batches: async ({ params, query: { show = "all", contains } }, reader) => {
      const plan = await planPreviewed({ app, db, ...reader }, params.previewId);
      return changedBatches(db, selectAffected(plan, show, contains));
    },
    columns: PEOPLE_COLUMNS,
  });

  mountCall(app, calls.countChangedPeople, async ({ params: { changeId } }, context) => {
    const { client, user } = context;
    await requireChange(context.db, client.id, changeId, policyResources(user));
    const people = await countChangedPeople(context.db, client.id, changeId);
    return { status: 200, body: { people } };
  });
  mountCall(app, calls.listChangedPeople, async ({ params, query }, context) => {
    const { of, show, contains, ...paging } = query;
    const selection = await selectOfChange(context, params.changeId, { of, show, contains });
    return { status: 200, body: await listPeople(context.db, selection, paging) };
  });
  mountCsvFile(app, calls.listChangedPeople, {
    fileName: "people.csv",
    batches: async ({ params, query: { of, show, contains } }, reader) => {
      const context = { app, db, at: app.services.now(), ...reader };
      return changedBatches(
        db,
        await selectOfChange(context, params.changeId, { of, show, contains }),
      );
    },
    columns: PEOPLE_COLUMNS,
  });

  mountCall(app, calls.listPolicyLines, async ({ params, query }, context) => {
    const { show = "all", contains, ...paging } = query;
    const plan = await planPreviewed(context, params.previewId);
    const all = await readLines(context.db, plan, show, contains);
    const page = readPage(paging);
    const lines = linesIn(all, { offset: page.size * page.number, size: page.size });
    return { status: 200, body: { _embedded: { lines }, page: pageInfo(page, all.total) } };
  });
  mountCsvFile(app, calls.listPolicyLines, {
    fileName: "policy-changes.csv",
    batches: async ({ params, query: { show = "all", contains } }, reader) => {
      const plan = await planPreviewed({ app, db, ...reader }, params.previewId);
      return lineBatches(await readLines(db, plan, show, contains));
    },
    columns: LINE_COLUMNS,
  });

  mountCall(app, calls.listChangeLines, async ({ params, query }, context) => {
    const { client, user } = context;
    const { orgOid, show, contains, ...paging } = query;
    await requireChange(context.db, client.id, params.changeId, policyResources(user));
    const selection = { clientId: client.id, changeId: params.changeId, orgOid, show, contains };
    const page = readPage(paging);
    const range = { offset: page.size * page.number, size: page.size };
    const { lines, total } = await findChangeLines(context.db, selection, range);
    return { status: 200, body: { _embedded: { lines }, page: pageInfo(page, total) } };
  });
  mountCsvFile(app, calls.listChangeLines, {
    fileName: "policy-changes.csv",
    batches: async ({ params: { changeId }, query }, { client, user }) => {
      const { orgOid, show, contains } = query;
      await requireChange(db, client.id, changeId, policyResources(user));
      return changeLineBatches(db, { clientId: client.id, changeId, orgOid, show, contains });
    },
    columns: LINE_COLUMNS,
  });
}

const daysIn = (period: Period | null | undefined) =>
  period ? daysOf(period) : { from: "", until: "" };

const LINE_COLUMNS = {
  orgType: ({ orgType }) => orgType ?? "",
  org: ({ orgName }) => orgName,
  resource: ({ resourceName }) => resourceName ?? "",
  entitlement: ({ name }) => name,
  change: ({ change }) => change,
  orgOid: ({ orgOid }) => orgOid,
  roleOid: ({ roleOid }) => roleOid,
  valid_from_before: ({ before }) => daysIn(before).from,
  valid_until_before: ({ before }) => daysIn(before).until,
  valid_from: ({ after }) => daysIn(after).from,
  valid_until: ({ after }) => daysIn(after).until,
} as const satisfies Readonly<Record<string, (line: Omit<ChangeLine, "isAccessRole">) => string>>;

const PEOPLE_COLUMNS = {
  ...PERSON_CSV_COLUMNS,
  department: ({ department }) => department ?? "",
  gains: ({ gained }) => joined(gained),
  loses: ({ lost }) => joined(lost),
} as const satisfies Readonly<Record<string, (person: AffectedRow & PersonChange) => string>>;

async function listPeople(db: Kysely<Database>, selection: AffectedSelection, paging: PagingInput) {
  const { items, page } = await readList(db, AFFECTED_PEOPLE, selection, {
    sort: "name",
    ...paging,
  });
  const people = (await addChanges(db, selection, items)).map((person) => ({
    ...person,
    gained: namesOf(person.gained.slice(0, MAX_NAMES)),
    lost: namesOf(person.lost.slice(0, MAX_NAMES)),
    gainedCount: person.gained.length,
    lostCount: person.lost.length,
  }));
  return { _embedded: { people }, page };
}

interface PeopleQuery {
  readonly of?: PeopleOfChange | undefined;
  readonly show?: AffectedPeople | undefined;
  readonly contains?: string | undefined;
}

/** @throws ApiError ENOTFOUND for the change */
async function selectOfChange(
  { app, db, client, user, at }: Pick<CallContext, "app" | "db" | "client" | "user" | "at">,
  changeId: string,
  { of = "made", show = "all", contains }: PeopleQuery,
): Promise<AffectedSelection> {
  await requireChange(db, client.id, changeId, policyResources(user));
  if (of === "made") return selectChanged(db, client.id, changeId, { show, contains });
  await requireUndoable(db, client.id, changeId);
  const scope = { clientId: client.id, resourceId: null, rootOid: null, at };
  const plan = await app.accessGraphs.use(db, client.id, at, (graph) =>
    planPairs(db, scope, graph, effectivePairs(scope, changeId)),
  );
  return selectAffected(plan, show, contains);
}

async function* changedBatches(db: Kysely<Database>, selection: AffectedSelection) {
  for await (const people of listBatches(db, AFFECTED_PEOPLE, selection)) {
    yield await addChanges(db, selection, people);
  }
}
