import { describe, expect, it } from "vitest";
import type { OnboardingResource } from "#events/entities/onboarding.ts";
import {
  nextOnboardingStep,
  ONBOARDING_STEPS,
  onboardingStates,
  planOf,
  resourceStepState,
  setupProgress,
  type StepState,
} from "#events/rules/onboarding.ts";
import { PERMISSION_CODES, type PermissionCode } from "#events/rules/permissions.ts";
import { makeUser, uuid } from "../../src/support/fixtures.ts";

const NO_ORGS = { "job-titles": 0, departments: 0, locations: 0 };
const EMPTY = { identities: 0, resources: 0, orgs: NO_ORGS };
const FULL = { identities: 1, resources: 1, orgs: { ...NO_ORGS, departments: 1 } };
const NO_SYSTEMS = { hr: null, managed: null };
const CLIENT = { adminEnabled: true };

function resource(n: number, overrides: Partial<OnboardingResource> = {}): OnboardingResource {
  return {
    id: uuid(n),
    name: `System ${n}`,
    confirmed: false,
    locked: false,
    published: false,
    ...overrides,
  };
}

const OWN: readonly PermissionCode[] = ["resource_own_read", "resource_own_update"];
const superUser = makeUser();
const keeper = makeUser({ resourceIds: [uuid(1), uuid(2)] }, OWN);

const statesOf = (
  systems: { hr: OnboardingResource | null; managed: OnboardingResource | null },
  { user = superUser, counts = EMPTY, client = CLIENT } = {},
) => onboardingStates({ user, client, counts, systems });

describe("the plan", () => {
  it("[CLI-6] is Onboarding until everything is set up, then Growth", () => {
    expect(planOf(setupProgress(CLIENT, FULL, NO_SYSTEMS))).toBe("Growth");
    for (const lacking of [
      { ...FULL, identities: 0 },
      { ...FULL, resources: 0 },
      { ...FULL, orgs: NO_ORGS },
    ]) {
      expect(planOf(setupProgress(CLIENT, lacking, NO_SYSTEMS))).toBe("Onboarding");
    }
    expect(planOf(setupProgress({ adminEnabled: false }, FULL, NO_SYSTEMS))).toBe("Onboarding");
  });

  it("[ONB-1] [ONB-2] [ONB-3] [ONB-4] follows each of its four steps alone", () => {
    const progress = (counts: Partial<typeof EMPTY>, adminEnabled = false) =>
      setupProgress({ adminEnabled }, { ...EMPTY, ...counts }, NO_SYSTEMS);
    const nothing = {
      hrSystem: false,
      roleBasedGrouping: false,
      adminAccess: false,
      managedSystem: false,
    };
    expect(ONBOARDING_STEPS).toEqual(Object.keys(nothing));
    expect(progress({})).toEqual(nothing);
    expect(progress({ identities: 1 })).toEqual({ ...nothing, hrSystem: true });
    for (const type of ["job-titles", "departments", "locations"]) {
      const grouped = progress({ orgs: { ...NO_ORGS, [type]: 1 } });
      expect(grouped).toEqual({ ...nothing, roleBasedGrouping: true });
    }
    expect(progress({}, true)).toEqual({ ...nothing, adminAccess: true });
    expect(progress({ resources: 1 })).toEqual({ ...nothing, managedSystem: true });
  });

  it("[ONB-1] [ONB-4] waits for the confirmation of connected systems", () => {
    const of = (hr: boolean | null, managed: boolean | null, resources: number) => {
      const { hrSystem, managedSystem } = setupProgress(
        CLIENT,
        { ...FULL, resources },
        {
          hr: hr === null ? null : resource(1, { confirmed: hr }),
          managed: managed === null ? null : resource(2, { confirmed: managed }),
        },
      );
      return [hrSystem, managedSystem];
    };
    expect(of(false, false, 2)).toEqual([false, false]);
    expect(of(true, true, 2)).toEqual([true, true]);
    // The HR system is the only resource: it is no managed one.
    expect(of(true, null, 1)).toEqual([true, false]);
    expect(of(true, null, 2)).toEqual([true, true]);
  });
});

describe("the step of a resource", () => {
  it("[ONB-6] is Unauthorized without the permission to manage own resources", () => {
    for (const code of OWN) {
      const user = makeUser({ resourceIds: [uuid(1)] }, [code]);
      expect(resourceStepState(user, resource(1))).toBe("Unauthorized");
    }
    expect(resourceStepState(keeper, resource(1))).toBe("Current");
  });

  it("[ONB-7] is Unauthorized without access to the resource, unless the user is a super-user", () => {
    for (const one of [resource(3), resource(3, { locked: true, confirmed: true })]) {
      expect(resourceStepState(keeper, one)).toBe("Unauthorized");
      expect(resourceStepState(superUser, one)).not.toBe("Unauthorized");
    }
  });

  it("[ONB-8] of a locked resource is Locked, also if it is confirmed", () => {
    for (const confirmed of [true, false]) {
      expect(resourceStepState(keeper, resource(1, { locked: true, confirmed }))).toBe("Locked");
    }
  });

  it("[ONB-9] [ONB-10] is Complete when the resource is confirmed, and Current before", () => {
    expect(resourceStepState(keeper, resource(1, { confirmed: true }))).toBe("Complete");
    expect(resourceStepState(keeper, resource(1))).toBe("Current");
  });

  it("[ONB-11] is NotStarted while the HR resource is Current, also if it is locked or confirmed", () => {
    for (const overrides of [{}, { locked: true }, { confirmed: true }]) {
      const managed = resource(2, overrides);
      expect(statesOf({ hr: resource(1), managed }).managedSystem).toBe("NotStarted");
    }
    const hr = resource(1, { confirmed: true });
    expect(statesOf({ hr, managed: resource(2) }).managedSystem).toBe("Current");
    // The rule is about the state that this user sees.
    const own = makeUser({ resourceIds: [uuid(2)] }, OWN);
    const managed = resource(2, { locked: true });
    expect(statesOf({ hr: resource(1), managed }, { user: own })).toMatchObject({
      hrSystem: "Unauthorized",
      managedSystem: "Locked",
    });
    const other = makeUser({ resourceIds: [uuid(1)] }, OWN);
    expect(statesOf({ hr: resource(1), managed }, { user: other }).managedSystem).toBe(
      "Unauthorized",
    );
  });
});

describe("the four steps", () => {
  it("[ONB-5] have six states, each of which occurs", () => {
    const states: readonly StepState[] = [
      "NotStarted",
      "Current",
      "Complete",
      "Locked",
      "Unauthorized",
      "CompleteButAccessible",
    ];
    const seen = new Set<StepState>();
    for (const user of [superUser, keeper, makeUser({}, [])]) {
      for (const counts of [EMPTY, FULL]) {
        for (const hr of [null, resource(1), resource(1, { confirmed: true })]) {
          for (const managed of [null, resource(2), resource(2, { locked: true })]) {
            const known = statesOf({ hr, managed }, { user, counts });
            for (const state of Object.values(known)) seen.add(state);
          }
        }
      }
    }
    expect([...seen].toSorted()).toEqual(states.toSorted());
  });

  it("begin with the HR system: groups and managed systems need its people", () => {
    const states = statesOf(NO_SYSTEMS);
    expect(states).toEqual({
      hrSystem: "Current",
      roleBasedGrouping: "NotStarted",
      adminAccess: "CompleteButAccessible",
      managedSystem: "NotStarted",
    });
    expect(nextOnboardingStep(states)).toBe("hrSystem");
  });

  it("count a directory that was imported from files as complete", () => {
    expect(Object.values(statesOf(NO_SYSTEMS, { counts: FULL }))).toEqual([
      "CompleteButAccessible",
      "CompleteButAccessible",
      "CompleteButAccessible",
      "CompleteButAccessible",
    ]);
    const next = statesOf(
      { hr: resource(1), managed: null },
      { counts: { ...FULL, resources: 2 } },
    );
    expect(next).toMatchObject({ hrSystem: "Current", managedSystem: "CompleteButAccessible" });
  });

  it("are closed to users who may do none of them, and show them what is complete", () => {
    const user = makeUser({}, []);
    expect(Object.values(statesOf(NO_SYSTEMS, { user, client: { adminEnabled: false } }))).toEqual([
      "Unauthorized",
      "Unauthorized",
      "Unauthorized",
      "Unauthorized",
    ]);
    expect(new Set(Object.values(statesOf(NO_SYSTEMS, { user, counts: FULL })))).toEqual(
      new Set(["Complete"]),
    );
    expect(nextOnboardingStep(statesOf(NO_SYSTEMS, { user }))).toBeNull();
  });

  it("need the list of connectors to add a system", () => {
    const codes = PERMISSION_CODES.filter((code) => !code.startsWith("connectors"));
    const user = makeUser(
      {},
      codes.filter((code) => code !== "client_delete"),
    );
    expect(statesOf(NO_SYSTEMS, { user }).hrSystem).toBe("Unauthorized");
  });
});
