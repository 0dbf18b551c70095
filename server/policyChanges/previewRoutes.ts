/** Lists of the whole effect of a previewed change. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import * as calls from "#events/calls/policyChanges.ts";
import type { Database } from "../db/schema.ts";
import { PERSON_CSV_COLUMNS } from "../directory/personLists.ts";
import { listBatches, mountCsvFile } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { pageInfo, readPage } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import {
  addChanges,
  AFFECTED_PEOPLE,
  selectAffected,
  type AffectedSelection,
} from "./affectedPeople.ts";
import { lineBatches, linesIn, readLines } from "./policyLines.ts";
import type { RoleName } from "./roleNames.ts";
import { planPreviewed } from "./storedPreviews.ts";

/** Maximum entitlements that a row names. */
const MAX_NAMES = 20;

const namesOf = (roles: readonly RoleName[]) => roles.map(({ name }) => name);
const joined = (roles: readonly RoleName[]) =>
  roles.map(({ name, resourceName }) => `${name} (${resourceName ?? ""})`).join("; ");

export function mountPreviewedEffect(app: FastifyInstance): void {
  const { db } = app.services;

  mountCall(app, calls.listAffectedPeople, async ({ params, query }, context) => {
    const { show = "all", contains, ...paging } = query;
    const plan = await planPreviewed(context, params.previewId);
    const selection = selectAffected(plan, show, contains);
    const order = { sort: "name", ...paging };
    const { items, page } = await readList(context.db, AFFECTED_PEOPLE, selection, order);
    const people = (await addChanges(context.db, selection, items)).map((person) => ({
      ...person,
      gained: namesOf(person.gained.slice(0, MAX_NAMES)),
      lost: namesOf(person.lost.slice(0, MAX_NAMES)),
      gainedCount: person.gained.length,
      lostCount: person.lost.length,
    }));
    return { status: 200, body: { _embedded: { people }, page } };
  });
  mountCsvFile(app, calls.listAffectedPeople, {
    fileName: "people.csv",
    batches: async ({ params, query: { show = "all", contains } }, reader) => {
      const plan = await planPreviewed({ app, db, ...reader }, params.previewId);
      return changedBatches(db, selectAffected(plan, show, contains));
    },
    columns: {
      ...PERSON_CSV_COLUMNS,
      department: ({ department }) => department ?? "",
      gains: ({ gained }) => joined(gained),
      loses: ({ lost }) => joined(lost),
    },
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
    columns: {
      orgType: ({ orgType }) => orgType,
      org: ({ orgName }) => orgName,
      resource: ({ resourceName }) => resourceName ?? "",
      entitlement: ({ name }) => name,
      change: ({ change }) => change,
      orgOid: ({ orgOid }) => orgOid,
      roleOid: ({ roleOid }) => roleOid,
    },
  });
}

async function* changedBatches(db: Kysely<Database>, selection: AffectedSelection) {
  for await (const people of listBatches(db, AFFECTED_PEOPLE, selection)) {
    yield await addChanges(db, selection, people);
  }
}
