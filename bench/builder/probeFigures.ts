/** The figures of a phase, a load and a visit from the probe's records. Pure. */
import type { Measurement, Unit } from "../harness/figures.ts";
import { quantile } from "../harness/statistics.ts";
import type { Frame, LoadRecord, PhaseRecord, TimedEvent, WebVitals } from "./probeContract.ts";

export function single(figure: string, unit: Unit, value: number): Measurement {
  return { figure, unit, samples: [value] };
}

/** Event Timing omits faster events, in milliseconds. */
const SHORTEST_TIMED = 16;

export function measurePhase(name: string, record: PhaseRecord): readonly Measurement[] {
  const { steps, events, longTasks, frames } = record;
  const figures: Measurement[] = [];
  if (steps.length > 0) {
    const waited = (painted: number | null, at: number) => (painted === null ? [] : [painted - at]);
    const differing = steps.filter(({ differs }) => differs);
    figures.push(
      {
        figure: `${name}: answer`,
        unit: "ms",
        samples: differing.flatMap(({ answer, at }) => waited(answer, at)),
      },
      {
        figure: `${name}: echo`,
        unit: "ms",
        samples: steps.flatMap(({ echo, at }) => waited(echo, at)),
      },
      single(
        `${name}: never answered`,
        "count",
        differing.filter(({ answer }) => answer === null).length,
      ),
    );
    // Event Timing omits pointer moves.
    if (record.input !== "drag") {
      const samples = presentedEchoes(record);
      figures.push({ figure: `${name}: echo presented`, unit: "ms", samples });
    }
  }
  const interactions = interactionsOf(events);
  if (interactions.length > 0) {
    figures.push(single(`${name}: INP`, "ms", quantile(interactions, 0.98)));
  }
  if (frames.length > 0) figures.push(...measureFrames(name, frames));
  figures.push(single(`${name}: tasks over 50 ms`, "count", longTasks.length));
  if (longTasks.length > 0) {
    figures.push(single(`${name}: longest task`, "ms", Math.max(...longTasks)));
  }
  return figures;
}

/** For each step that is an event of Event Timing: until its frame was presented; in steps of 8 ms, from 16 on. */
function presentedEchoes({ steps, events }: PhaseRecord): readonly number[] {
  const byTime = new Map<number, TimedEvent>();
  for (const event of events) {
    if (event.name === "keydown" || event.name === "pointerup") byTime.set(event.at, event);
  }
  return steps.map(({ at }) => byTime.get(at)?.duration ?? SHORTEST_TIMED);
}

/** The longest event of each interaction, as INP counts it. */
function interactionsOf(events: readonly TimedEvent[]): readonly number[] {
  const longest = new Map<number, number>();
  for (const { interaction, duration } of events) {
    if (interaction === 0) continue;
    longest.set(interaction, Math.max(duration, longest.get(interaction) ?? 0));
  }
  return [...longest.values()];
}

const FRAME = 1000 / 60;

function measureFrames(name: string, frames: readonly Frame[]): readonly Measurement[] {
  const due = frames.reduce((sum, { took }) => sum + Math.max(1, Math.round(took / FRAME)), 0);
  const missing = frames.filter((frame) => frame.missing > 0.01).length;
  return [
    { figure: `${name}: frame`, unit: "ms", samples: frames.map(({ took }) => took) },
    single(`${name}: dropped frames`, "%", (100 * (due - frames.length)) / due),
    single(`${name}: frames with missing rows`, "%", (100 * missing) / frames.length),
  ];
}

/** @param load `opened` is when the page was opened, by the page's clock. */
export function measureLoad(
  name: string,
  { opened, requested, firstByte, lastByte, painted }: LoadRecord & { readonly opened: number },
): readonly Measurement[] {
  const since = (from: number | null, to: number | null): number[] =>
    from === null || to === null ? [] : [to - from];
  const figure = (what: string, samples: readonly number[]): Measurement => ({
    figure: `${name}: ${what}`,
    unit: "ms",
    samples,
  });
  return [
    figure("open to first rows", since(opened, painted)),
    figure("request to first rows", since(requested, painted)),
    figure("request to first byte", since(requested, firstByte)),
    figure("request to last byte", since(requested, lastByte)),
  ];
}

export function measureVitals(name: string, { lcp, inp, cls }: WebVitals): readonly Measurement[] {
  const known = (value: number | null) => (value === null ? [] : [value]);
  return [
    { figure: `${name}: LCP`, unit: "ms", samples: known(lcp) },
    { figure: `${name}: INP`, unit: "ms", samples: known(inp) },
    { figure: `${name}: CLS`, unit: "score", samples: known(cls) },
  ];
}
