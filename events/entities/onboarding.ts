/** How far the setup of a client is, as far as the server knows it. */
import { Type, type Static } from "typebox";
import { Nullable, Text, Uuid } from "./common.ts";
import { SystemLimits } from "./systemConfiguration.ts";

/** The connected system of a step. */
export const OnboardingResource = Type.Object({
  id: Uuid,
  /** Null for users who cannot see the resource. */
  name: Nullable(Text),
  confirmed: Type.Boolean(),
  locked: Type.Boolean(),
  published: Type.Boolean(),
});
export type OnboardingResource = Static<typeof OnboardingResource>;

export const Onboarding = Type.Object({
  /** The HR system; null if none is connected. */
  hr: Nullable(OnboardingResource),
  /**
   * The first other system: a confirmed one if there is one, otherwise the oldest. Null if none is connected, and if
   * none is confirmed but resources were imported from files.
   */
  managed: Nullable(OnboardingResource),
  /** Confirmed systems that the user can open and that nobody was mailed about, at most 100. */
  unannounced: Type.Array(Type.Object({ id: Uuid, name: Text })),
  limits: SystemLimits,
});
export type Onboarding = Static<typeof Onboarding>;
