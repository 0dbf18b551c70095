/** A directory without policies, and the calls that change many of them. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect } from "vitest";
import type {
  AffectedPerson,
  PolicyChangePreview,
  PolicyLine,
} from "#events/entities/policyChange.ts";
import type { Browser, TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import type { TestDirectory, UserName } from "../support/directory.ts";
import { openFilledApi } from "../support/filledApi.ts";
import { clearPolicies } from "./clearPolicies.ts";

/** Call it once in a block of tests. @param username who makes the changes. */
export function usePolicyChanges(database: TestDatabase, username: UserName = "mapper") {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let base: string;

  beforeAll(async () => {
    ({ directory, api, browser: mapper } = await openFilledApi(database.current, username));
    base = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });

  beforeEach(async () => {
    await clearPolicies(database.current.db);
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  });

  /** @param resourceId of changes that are limited to one resource. */
  const bulkPath = (resourceId: string | null) =>
    `${base}${resourceId === null ? "" : `/resources/${resourceId}`}/mp-orgs/bulk-update`;
  const preview = async (
    request: object,
    resourceId: string | null = null,
  ): Promise<PolicyChangePreview> => {
    const response = await mapper.post(`${bulkPath(resourceId)}/preview`, request);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const apply = (
    request: object,
    fingerprint: string,
    id: string = randomUUID(),
    resourceId: string | null = null,
  ) => mapper.post(bulkPath(resourceId), { ...request, fingerprint, id });
  /** All items of a list, in small pages. */
  const allPages = async <Item>(path: string, name: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let page = 0; ; page++) {
      const response = await mapper.get(`${base}/${path}&size=7&page=${page}`);
      expect(response.statusCode, response.body).toBe(200);
      const body = response.json();
      items.push(...body._embedded[name]);
      if (page + 1 >= body.page.totalPages) {
        expect(items).toHaveLength(body.page.totalElements);
        return items;
      }
    }
  };
  const affectedPeople = async (previewId: string) => {
    const of = (show: string) =>
      allPages<AffectedPerson>(`policy-previews/${previewId}/people?show=${show}`, "people");
    const oids = async (show: string) => (await of(show)).map(({ oid }) => oid);
    const all = (await of("all")).map(({ oid, gained, lost }) => ({
      oid,
      gained: gained.toSorted(),
      lost: lost.toSorted(),
    }));
    return { all, gaining: await oids("gaining"), losing: await oids("losing") };
  };
  /** The org and the role of each line, ascending. */
  const policyLines = async (previewId: string) => {
    const of = async (show: string) => {
      const path = `policy-previews/${previewId}/lines?show=${show}`;
      const lines = await allPages<PolicyLine>(path, "lines");
      return lines.map(({ orgOid, roleOid }) => `${orgOid} ${roleOid}`).toSorted();
    };
    return { all: await of("all"), added: await of("added"), removed: await of("removed") };
  };
  const grantsNow = async () =>
    (
      await database.current.db
        .selectFrom("inducements")
        .select(["org_oid", "role_oid"])
        .where("client_id", "=", directory.clientId)
        .execute()
    )
      .map(({ org_oid, role_oid }) => `${org_oid} ${role_oid}`)
      .toSorted();

  return {
    get directory() {
      return directory;
    },
    get api() {
      return api;
    },
    get mapper() {
      return mapper;
    },
    get base() {
      return base;
    },
    preview,
    apply,
    allPages,
    affectedPeople,
    policyLines,
    grantsNow,
  };
}
