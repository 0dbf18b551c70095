/** The definition of a system of the bank. */
import type { Topic } from "./jobs.ts";

export interface System {
  readonly name: string;
  /** Number of its entitlements. */
  readonly size: number;
  /** Its actions, each with the minimum level of a job that may do it. */
  readonly actions: readonly (readonly [action: string, level: 1 | 2 | 3])[];
  /** Its objects by subject, separated by comma and space. */
  readonly objects: Readonly<Partial<Record<Topic, string>>>;
  /** The system's naming style of entitlements. */
  readonly style: (object: string, action: string) => string;
}

export const snake = (text: string): string => text.replaceAll(/[ &-]+/g, "_");
export const squeeze = (text: string): string => text.replaceAll(/[ &-]+/g, "");
