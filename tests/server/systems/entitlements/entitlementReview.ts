/** The review of the entitlements of a table, which each test imports from a new system. */
import { expect } from "vitest";
import type { ReviewedEntitlement, SavedEntitlement } from "#events/entities/entitlementReview.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "../runs/csvRuns.ts";

export const REVIEW = { displayName: null, description: "", ownerId: null, position: null };

/** Call it once in a block of tests. */
export function useEntitlementReview(database: TestDatabase) {
  const on = useCsvRuns(database);

  const provide = (...rows: readonly string[]) => on.provide(rows);
  /** Approves the plan if it waits. */
  const run = async () => {
    const found = await on.run();
    if (found.status !== "planned") return found;
    await on.owner.post(`${on.path}/runs/${found.oid}/approve`, { hash: found.hash });
    return on.settled(found.oid);
  };
  const list = async (query = ""): Promise<readonly ReviewedEntitlement[]> => {
    const answer = await on.owner.get(`${on.path}/entitlements${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ _embedded: { entitlements: ReviewedEntitlement[] } }>()._embedded
      .entitlements;
  };
  const names = async (query = "") => (await list(query)).map(({ name }) => name);
  const named = async (name: string): Promise<ReviewedEntitlement> => {
    const found = (await list("?size=100")).find((one) => one.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };
  const create = async (name: string, more = {}): Promise<SavedEntitlement> => {
    const created = await on.owner.post(`${on.path}/entitlements`, { name, ...REVIEW, ...more });
    expect(created.statusCode, created.body).toBe(201);
    return created.json<SavedEntitlement>();
  };
  const update = async (name: string, more: object) => {
    const { id, version } = await named(name);
    const body = { ...REVIEW, excluded: false, version, ...more };
    return on.owner.send("PUT", `${on.path}/entitlements/${id}`, { body });
  };

  return { on, provide, run, list, names, named, create, update };
}
