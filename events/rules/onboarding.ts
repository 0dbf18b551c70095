/** The steps of onboarding: how far each is, and what comes next. Pure. */
import type { Client, ClientCounts } from "../entities/client.ts";
import type { Onboarding, OnboardingResource } from "../entities/onboarding.ts";
import {
  canAddSystems,
  canOpenResource,
  holdsGroup,
  type PermissionHolder,
} from "./permissions.ts";

/** In the order in which a client is set up. */
export const ONBOARDING_STEPS = [
  "hrSystem",
  "roleBasedGrouping",
  "adminAccess",
  "managedSystem",
] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** CompleteButAccessible: the step is done, and its screen is still of use. */
export type StepState =
  | "NotStarted"
  | "Current"
  | "Complete"
  | "Locked"
  | "Unauthorized"
  | "CompleteButAccessible";

/** Whether each step is done, for every user alike. */
export type SetupProgress = Readonly<Record<OnboardingStep, boolean>>;

type Counts = Pick<ClientCounts, "identities" | "resources" | "orgs">;
type Systems = Pick<Onboarding, "hr" | "managed">;

/** A directory that was imported from files counts as long as no system replaces it. */
export function setupProgress(
  client: Pick<Client, "adminEnabled">,
  counts: Counts,
  { hr, managed }: Systems,
): SetupProgress {
  return {
    hrSystem: hr?.confirmed ?? counts.identities > 0,
    roleBasedGrouping: Object.values(counts.orgs).some((count) => count > 0),
    adminAccess: client.adminEnabled,
    managedSystem: managed?.confirmed ?? counts.resources > (hr === null ? 0 : 1),
  };
}

export type Plan = "Onboarding" | "Growth";

/** Onboarding until everything is set up. */
export function planOf(progress: SetupProgress): Plan {
  return Object.values(progress).every(Boolean) ? "Growth" : "Onboarding";
}

/** The state of a step that sets up one resource. */
export function resourceStepState(
  user: PermissionHolder,
  { id, locked, confirmed }: Pick<OnboardingResource, "id" | "locked" | "confirmed">,
): StepState {
  if (!canOpenResource(user, id)) return "Unauthorized";
  if (locked) return "Locked";
  return confirmed ? "Complete" : "Current";
}

/** A step without a resource of its own; those who may do it can also do it again. */
function stepState(isDone: boolean, mayDo: boolean): StepState {
  if (isDone) return mayDo ? "CompleteButAccessible" : "Complete";
  return mayDo ? "Current" : "Unauthorized";
}

interface Known {
  readonly user: PermissionHolder;
  readonly client: Pick<Client, "adminEnabled">;
  readonly counts: Counts;
  readonly systems: Systems;
}

/** The state of each step for one user. */
export function onboardingStates({
  user,
  client,
  counts,
  systems,
}: Known): Readonly<Record<OnboardingStep, StepState>> {
  const progress = setupProgress(client, counts, systems);
  const mayAdd = canAddSystems(user);
  const hrSystem = systems.hr
    ? resourceStepState(user, systems.hr)
    : stepState(progress.hrSystem, mayAdd);
  const managed = systems.managed
    ? resourceStepState(user, systems.managed)
    : stepState(progress.managedSystem, mayAdd);
  const grouping = stepState(progress.roleBasedGrouping, holdsGroup(user, "OrgGrouping"));
  const waitsForHr = hrSystem === "Current";
  return {
    hrSystem,
    // Groups need people, who come from the HR system.
    roleBasedGrouping: grouping === "Current" && counts.identities === 0 ? "NotStarted" : grouping,
    adminAccess: progress.adminAccess
      ? stepState(true, holdsGroup(user, "EditAllUsers"))
      : stepState(false, holdsGroup(user, "ClientProfile")),
    // A resource waits even if it is locked, because the HR system unlocks it. Imported files do not wait.
    managedSystem:
      waitsForHr && managed !== "Unauthorized" && (systems.managed || !progress.managedSystem)
        ? "NotStarted"
        : managed,
  };
}

/** The first step that the user can continue; null if there is none. */
export function nextOnboardingStep(
  states: Readonly<Record<OnboardingStep, StepState>>,
): OnboardingStep | null {
  return ONBOARDING_STEPS.find((step) => states[step] === "Current") ?? null;
}
