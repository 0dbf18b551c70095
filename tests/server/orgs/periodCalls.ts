/** Sets and reads the periods for which the policy of the engineers grants entitlements, and undoes changes. */
import { beforeAll, expect } from "vitest";
import type { PeriodChange } from "#events/calls/orgs.ts";
import type { Period } from "#events/entities/common.ts";
import type { Identity } from "#events/entities/directory.ts";
import type { Inducement } from "#events/entities/org.ts";
import type { PolicyChange, PolicyUndoPreview } from "#events/entities/policyChange.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { Browser } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import { usePolicyChanges } from "../policyChanges/policyChangeCalls.ts";

const UNLIMITED: Period = { validFrom: null, validUntil: null };

const periodOf = ({
  validFrom = null,
  validUntil = null,
}: Partial<Period> = UNLIMITED): Period => ({
  validFrom,
  validUntil,
});

/** Call it once in a block of tests. */
export function usePeriods(database: TestDatabase) {
  const setup = usePolicyChanges(database);
  let mapper: Browser;
  let keeper: Browser;
  let owner: Browser;
  let bob: string;

  beforeAll(async () => {
    await signIn();
    const { identities } = (await mapper.get(`${setup.base}/identities`)).json()._embedded;
    bob = identities.find(({ username }: Identity) => username === "bob").oid;
  });

  /** Sessions end after some time. */
  async function signIn(): Promise<void> {
    mapper = await setup.api.signIn("mapper");
    keeper = await setup.api.signIn("keeper");
    owner = await setup.api.signIn("owner");
  }
  const inDays = (days: number) =>
    new Date(setup.api.clock.now.getTime() + days * DAY_MS).toISOString();
  /** The history is in the order of its times. */
  const tick = () => {
    setup.api.clock.now = new Date(setup.api.clock.now.getTime() + 1000);
  };
  const passDays = async (days: number) => {
    setup.api.clock.now = new Date(setup.api.clock.now.getTime() + days * DAY_MS);
    await signIn();
  };
  const policyAt = (org: string) => `${setup.base}/mp-orgs/${org}/inducements`;
  const policyOf = async (org: string): Promise<Inducement[]> =>
    (await mapper.get(policyAt(org))).json()._embedded.inducements;
  /** Adds an entitlement to the policy of the engineers. */
  const induce = async (roleOid: string): Promise<Inducement> => {
    const { Engineer } = setup.directory.orgs;
    const made = await mapper.post(`${setup.base}/mp-orgs/${Engineer}/induce`, [roleOid]);
    expect(made.statusCode, made.body).toBe(200);
    const found = (await policyOf(Engineer)).find((one) => one.roleOid === roleOid);
    if (!found) throw new Error("The policy lacks the entitlement");
    return found;
  };
  /** By default, the user saw a period without limits. */
  const put = (
    id: string,
    body: Period & Partial<PeriodChange>,
    org: string = setup.directory.orgs.Engineer,
    by = mapper,
  ) => by.send("PUT", `${policyAt(org)}/${id}/period`, { body: { expected: UNLIMITED, ...body } });
  const setPeriod = async (id: string, validFrom: string | null, validUntil: string | null) => {
    tick();
    const before = await policyOf(setup.directory.orgs.Engineer);
    const expected = periodOf(before.find((one) => one.id === id));
    const response = await put(id, { validFrom, validUntil, expected });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<Inducement>();
  };
  const changes = async (): Promise<PolicyChange[]> => {
    const { Engineer } = setup.directory.orgs;
    const list = await mapper.get(`${setup.base}/policy-changes?orgOid=${Engineer}`);
    return list.json()._embedded.changes;
  };
  const newest = async (): Promise<PolicyChange> => {
    const [change] = await changes();
    if (!change) throw new Error("Nothing was recorded");
    return change;
  };
  const peopleOf = async ({ id }: PolicyChange) =>
    (await mapper.get(`${setup.base}/policy-changes/${id}/people-count`)).json().people;
  /** Of an entitlement that Bob holds: how many policies grant it, and whether that ends soon. */
  const reasons = async (name: string) => {
    const path = `${setup.base}/identities/${bob}/entitlements?contains=${name}`;
    const [found] = (await mapper.get(path)).json()._embedded.entitlements;
    return { paths: found.paths.length, endsSoon: found.endsSoon };
  };
  const undo = async ({ id }: PolicyChange) => {
    const path = `${setup.base}/policy-changes/${id}/undo`;
    tick();
    const told = (await mapper.get(path)).json<PolicyUndoPreview>();
    const made = await mapper.post(path, undefined);
    expect(made.statusCode, made.body).toBe(200);
    return { ...told, change: made.json<PolicyChange>() };
  };

  return {
    setup,
    get mapper() {
      return mapper;
    },
    get keeper() {
      return keeper;
    },
    get owner() {
      return owner;
    },
    inDays,
    tick,
    passDays,
    policyAt,
    policyOf,
    induce,
    put,
    setPeriod,
    changes,
    newest,
    peopleOf,
    reasons,
    undo,
    get bob() {
      return bob;
    },
  };
}
