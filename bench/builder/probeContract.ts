/** What the harness asks of the probe, which runs in the page of the product. Times are of `performance.now()`. */

/** A phase of the journey: which input makes its steps, and what the table shows when each is answered. */
export interface PhasePlan {
  readonly input: "keydown" | "pointerup" | "drag" | "none";
  /** By step: the state of the table that answers it (see `tableState`). */
  readonly states: readonly string[];
  /** By step, for keys: what the field then holds. */
  readonly texts?: readonly string[];
  /** For a drag, whose steps are the percentages that the pointer meets: where they lie, and the state at each. */
  readonly track?: {
    readonly left: number;
    readonly width: number;
    readonly states: Readonly<Record<number, string>>;
  };
  /** Look at every frame that is drawn. */
  readonly frames?: boolean;
}

export interface Step {
  /** When the browser received the input. */
  readonly at: number;
  readonly state: string;
  readonly text: string | null;
  /** When the page had painted the input itself, and what the worker said of it; null for never. */
  echo: number | null;
  answer: number | null;
  /** Whether the answer differs from what was shown before: without a difference there is nothing to see. */
  readonly differs: boolean;
}

/** An entry of Event Timing. */
export interface TimedEvent {
  readonly name: string;
  readonly at: number;
  /** Until the next frame was presented, in steps of 8 ms. */
  readonly duration: number;
  readonly interaction: number;
}

export interface Frame {
  /** Since the frame before, in milliseconds. */
  readonly took: number;
  /** Of the table's height, the share that shows no rows or rows without data: 0 to 1. */
  readonly missing: number;
}

export interface PhaseRecord {
  readonly input: PhasePlan["input"];
  readonly steps: readonly Step[];
  /** The state at the end of the phase. */
  readonly state: string;
  readonly events: readonly TimedEvent[];
  /** Durations of the main thread's tasks of over 50 ms. */
  readonly longTasks: readonly number[];
  readonly frames: readonly Frame[];
}

export interface LoadRecord {
  /** When the report was asked for, when its first and its last byte came, when its first rows were painted. */
  readonly requested: number | null;
  readonly firstByte: number | null;
  readonly lastByte: number | null;
  readonly painted: number;
}

export interface WebVitals {
  readonly lcp: number | null;
  readonly inp: number | null;
  readonly cls: number | null;
}

export interface Probe {
  begin(plan: PhasePlan): void;
  /** Ends the phase, once the table has stood still. */
  end(): Promise<PhaseRecord>;
  /** Of the first report that the page showed; null until its first rows are painted. */
  loadRecord(): LoadRecord | null;
  vitals(): WebVitals;
  /** What the table shows now; an empty text where there is none. */
  state(): string;
}

declare global {
  interface Window {
    provisionProbe?: Probe;
  }
}
