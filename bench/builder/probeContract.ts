/** The harness's interface to the probe, which runs in the product's page. Times are of `performance.now()`. */

/** A phase of the journey: the kind of input that makes its steps, and the table's state that answers each. */
export interface PhasePlan {
  readonly input: "keydown" | "pointerup" | "drag" | "none";
  /** By step: the state of the table that answers it (see `tableState`). */
  readonly states: readonly string[];
  /** By step, only for keys: the resulting text of the field. */
  readonly texts?: readonly string[];
  /** For a drag, whose steps are the percentages under the pointer: their positions, and the state at each. */
  readonly track?: {
    readonly left: number;
    readonly width: number;
    readonly states: Readonly<Record<number, string>>;
  };
  /** Records every rendered frame. */
  readonly frames?: boolean;
}

export interface Step {
  /** When the browser received the input. */
  readonly at: number;
  readonly state: string;
  readonly text: string | null;
  /** When the page had painted the input itself and the worker's answer; null for never. */
  echo: number | null;
  answer: number | null;
  /** Whether the answer differs from the previous state: without a difference there is nothing to see. */
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
  /** Since the previous frame, in milliseconds. */
  readonly took: number;
  /** The share of the table's height without rows or with rows without data: 0 to 1. */
  readonly missing: number;
}

export interface PhaseRecord {
  readonly input: PhasePlan["input"];
  readonly steps: readonly Step[];
  /** The state at the end of the phase. */
  readonly state: string;
  readonly events: readonly TimedEvent[];
  /** Durations of main-thread tasks over 50 ms. */
  readonly longTasks: readonly number[];
  readonly frames: readonly Frame[];
}

export interface LoadRecord {
  /** When the report was requested, when its first and its last byte arrived, and when its first rows were painted. */
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
  /** Ends the phase once the table is stable. */
  end(): Promise<PhaseRecord>;
  /** The first report of the page; null until its first rows are painted. */
  loadRecord(): LoadRecord | null;
  vitals(): WebVitals;
  /** The table's current state; an empty text without a table. */
  state(): string;
}

declare global {
  interface Window {
    provisionProbe?: Probe;
  }
}
