/** Measures that are not recorded yet: the newest value of each vital, and the sum of long tasks. */
import type { longTaskSeen, vitalMeasured } from "#events/actions/performance.ts";

type PayloadOf<Definition extends (payload: never) => unknown> = Omit<
  Parameters<Definition>[0],
  "route"
>;

export type Vital = PayloadOf<typeof vitalMeasured>;
export type LongTasks = PayloadOf<typeof longTaskSeen>;
export type Measure =
  | { readonly type: "vital"; readonly vital: Vital }
  | { readonly type: "longTasks"; readonly tasks: LongTasks };

/** Minimum milliseconds between two recorded measures. */
const PACE = 250;

export class Measures {
  private readonly waiting = new Map<string, Measure>();
  private wake = () => {};
  private readonly pause: (milliseconds: number) => Promise<void>;

  constructor(pause: (milliseconds: number) => Promise<void>) {
    this.pause = pause;
  }

  /** A vital's new value replaces the previous one. */
  pushVital(vital: Vital): void {
    this.push(vital.name, { type: "vital", vital });
  }

  /** Tasks of a kind are added up while they wait. */
  pushTasks(tasks: LongTasks): void {
    const known = this.waiting.get(tasks.kind);
    const before = known?.type === "longTasks" ? known.tasks : null;
    this.push(tasks.kind, { type: "longTasks", tasks: before ? added(before, tasks) : tasks });
  }

  /** The longest waiting measure, once there is one. Call again after each. */
  async next(): Promise<Measure> {
    await this.pause(PACE);
    if (this.waiting.size === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    for (const [key, measure] of this.waiting) {
      this.waiting.delete(key);
      return measure;
    }
    throw new Error("Woken without a measure");
  }

  private push(key: string, measure: Measure): void {
    this.waiting.set(key, measure);
    this.wake();
  }
}

function added(one: LongTasks, other: LongTasks): LongTasks {
  const longest = one.longest >= other.longest ? one : other;
  return { ...longest, count: one.count + other.count, total: one.total + other.total };
}
