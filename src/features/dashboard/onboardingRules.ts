/** What the dashboard offers for each step of onboarding. Pure. */
import type { Onboarding, OnboardingResource } from "#events/entities/onboarding.ts";
import {
  nextOnboardingStep,
  ONBOARDING_STEPS,
  type OnboardingStep,
  type StepState,
} from "#events/rules/onboarding.ts";

/** Where a step continues: a screen, or `turnOn` for the administration of access. */
export type StepTarget =
  | { readonly kind: "add" | "group" | "users" | "turnOn" }
  | {
      readonly kind: "configure" | "confirm" | "open";
      readonly resource: Pick<OnboardingResource, "id" | "name">;
    };

export interface ShownStep {
  readonly step: OnboardingStep;
  readonly state: StepState;
  /** The first step that the user can continue. */
  readonly isNext: boolean;
  /** Null if the user cannot do anything about it now. */
  readonly target: StepTarget | null;
}

export function isDone(state: StepState): boolean {
  return state === "Complete" || state === "CompleteButAccessible";
}

export function stepsOf(
  states: Readonly<Record<OnboardingStep, StepState>>,
  systems: Pick<Onboarding, "hr" | "managed">,
): readonly ShownStep[] {
  const next = nextOnboardingStep(states);
  return ONBOARDING_STEPS.map((step) => ({
    step,
    state: states[step],
    isNext: step === next,
    target: targetOf(step, states[step], systems),
  }));
}

function targetOf(
  step: OnboardingStep,
  state: StepState,
  { hr, managed }: Pick<Onboarding, "hr" | "managed">,
): StepTarget | null {
  if (state === "NotStarted" || state === "Unauthorized") return null;
  switch (step) {
    case "hrSystem":
      return systemTarget(hr, state);
    case "managedSystem":
      return systemTarget(managed, state);
    case "roleBasedGrouping":
      return state === "Complete" ? null : { kind: "group" };
    case "adminAccess":
      if (state === "Current") return { kind: "turnOn" };
      return state === "Complete" ? null : { kind: "users" };
  }
}

function systemTarget(resource: OnboardingResource | null, state: StepState): StepTarget | null {
  if (!resource) return state === "Complete" ? null : { kind: "add" };
  if (state !== "Current") return { kind: "open", resource };
  return { kind: resource.published ? "confirm" : "configure", resource };
}
