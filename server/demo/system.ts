/** What a system of the bank is made of. */
import type { Topic } from "./jobs.ts";

export interface System {
  readonly name: string;
  /** How many entitlements it knows. */
  readonly size: number;
  /** What can be done in it, and the least level of a job that may. */
  readonly actions: readonly (readonly [action: string, level: 1 | 2 | 3])[];
  /** What it can be done to, separated by comma and space, by what it is about. */
  readonly objects: Readonly<Partial<Record<Topic, string>>>;
  /** How the system names its entitlements. */
  readonly style: (object: string, action: string) => string;
}

export const snake = (text: string): string => text.replaceAll(/[ &-]+/g, "_");
export const squeeze = (text: string): string => text.replaceAll(/[ &-]+/g, "");
