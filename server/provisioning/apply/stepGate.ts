/** Lets changes that proceed in parallel request their next step of the system together, so that it is made in one step. */
import type { TargetObjects } from "./targetObjects.ts";

/** A barrier: steps begin when every change that goes on has requested one. */
export class StepGate {
  #moving: number;
  #waiting: (() => void)[] = [];

  /** @param changes that take part. */
  constructor(changes: number) {
    this.#moving = changes;
  }

  async step<Result>(request: () => Promise<Result>): Promise<Result> {
    const opened = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#moving--;
    this.#openIfAllWait();
    await opened;
    return request();
  }

  /** Called once by each change when it ends. */
  leave(): void {
    this.#moving--;
    this.#openIfAllWait();
  }

  #openIfAllWait(): void {
    if (this.#moving > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#moving = waiting.length;
    for (const open of waiting) open();
  }
}

/** The system as one of the changes sees it. */
export function withGate(target: TargetObjects, gate: StepGate): TargetObjects {
  const { writer } = target;
  const { finishUpdate } = writer;
  return {
    ...target,
    find: (...key) => gate.step(() => target.find(...key)),
    require: (...key) => gate.step(() => target.require(...key)),
    writer: {
      create: (...change) => gate.step(() => writer.create(...change)),
      update: (...change) => gate.step(() => writer.update(...change)),
      ...(finishUpdate && {
        finishUpdate: (...change) => gate.step(() => finishUpdate(...change)),
      }),
      setActive: (...change) => gate.step(() => writer.setActive(...change)),
      remove: (...change) => gate.step(() => writer.remove(...change)),
    },
  };
}
