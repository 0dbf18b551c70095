/**
 * Runs in the page before the product and measures when the effect of an input was painted. A frame counts as painted
 * with the first input, frame or message after the task that rendered it, when the main thread has handed it over. The
 * compositor's part is only in Event Timing, rounded to 8 ms.
 */
import { onCLS, onINP, onLCP } from "web-vitals";
import type {
  Frame,
  LoadRecord,
  PhasePlan,
  Probe,
  Step,
  TimedEvent,
  WebVitals,
} from "./probeContract.ts";
import { ROWS_LOOKED_AT, tableState, type ShownRow } from "./tableState.ts";

/** Milliseconds without a change after which a table is stable. */
const STILL = 400;
/** Timeout of a phase whose table does not become stable. */
const MAX_WAIT = 20_000;

let plan: PhasePlan | null = null;
let began = 0;
let steps: Step[] = [];
/** The steps before this one are answered. */
let open = 0;
let changedAt = 0;
let frames: Frame[] = [];
const events: TimedEvent[] = [];
const longTasks: { readonly at: number; readonly duration: number }[] = [];
const vitals: { -readonly [Key in keyof WebVitals]: WebVitals[Key] } = {
  lcp: null,
  inp: null,
  cls: null,
};

/** Called with the paint time of the last frame: when the first task after it runs. */
const handedOver: ((at: number) => void)[] = [];

function tellPainted(): void {
  if (handedOver.length === 0) return;
  const now = performance.now();
  for (const done of handedOver.splice(0)) done(now);
}

/**
 * Calls back once the current page was painted. A new ResizeObserver runs in the frame that performs the layout, even
 * if that frame has already started, where requestAnimationFrame would wait for the next.
 */
function afterPaint(done: (at: number) => void): void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    handedOver.push(done);
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      tellPainted();
    });
    port1.start();
    port2.postMessage(null);
  });
  observer.observe(document.documentElement);
}

// A busy browser runs input and frames before messages: whichever runs first ends the previous frame.
for (const name of ["keydown", "pointerdown", "pointerup", "pointermove", "pointerrawupdate"]) {
  window.addEventListener(name, tellPainted, { capture: true, passive: true });
}
const requestFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) =>
  requestFrame((now) => {
    tellPainted();
    callback(now);
  });

const grid = (): HTMLElement | null => document.querySelector('[role="treegrid"]');

function readState(): string {
  const table = grid();
  if (!table) return "";
  const summary = document.querySelector('footer [role="status"]')?.textContent;
  const rowCount = Number(table.getAttribute("aria-rowcount")) - 1;
  const rows: ShownRow[] = [];
  for (let row = 0; row < Math.min(rowCount, ROWS_LOOKED_AT); row++) {
    const box = table.querySelector<HTMLInputElement>(`[data-row="${row}"] input[type="checkbox"]`);
    if (!box) return "";
    const ticked = box.indeterminate ? "-" : box.checked ? "x" : " ";
    rows.push({ name: box.getAttribute("aria-label") ?? "", ticked });
  }
  return tableState(rowCount, summary ?? "", rows);
}

function addStep(at: number, state: string, text: string | null): void {
  const before = steps.at(-1)?.state ?? shownAtBegin;
  const step: Step = { at, state, text, echo: null, answer: null, differs: state !== before };
  steps.push(step);
  if (text === null) afterPaint((painted) => (step.echo = painted));
}
let shownAtBegin = "";

/** The newest step whose answer is in the table. It also answers all earlier, superseded steps. */
function noticeAnswer(): void {
  const now = performance.now();
  changedAt = now;
  if (open >= steps.length) return;
  const state = readState();
  let at = steps.length - 1;
  while (at >= open && steps[at]?.state !== state) at--;
  if (at < open) return;
  const answered = steps.slice(open, at + 1);
  open = at + 1;
  afterPaint((painted) => {
    for (const step of answered) step.answer = painted;
  });
}

function noticeText(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement)) return;
  afterPaint((painted) => {
    const at = steps.findLastIndex(({ text }) => text === field.value);
    for (const step of steps.slice(0, at + 1)) step.echo ??= painted;
  });
}

const listen = (name: string, act: (event: Event) => void): void =>
  window.addEventListener(name, act, { capture: true, passive: true });

listen("keydown", (event) => {
  if (plan?.input !== "keydown") return;
  const at = steps.length;
  const state = plan.states[at];
  if (state !== undefined) addStep(event.timeStamp, state, plan.texts?.[at] ?? null);
});
listen("input", ({ target }) => {
  if (plan?.input === "keydown") noticeText(target);
});
listen("pointerup", (event) => {
  if (plan?.input !== "pointerup") return;
  const state = plan.states[steps.length];
  if (state !== undefined) addStep(event.timeStamp, state, null);
});
// Raw moves, because a browser delays `pointermove` until the next frame.
listen("pointerrawupdate", (event) => {
  if (plan?.input !== "drag" || !plan.track || !(event instanceof PointerEvent)) return;
  if ((event.buttons & 1) === 0) return;
  const { left, width, states } = plan.track;
  const state = states[Math.round(30 + (70 * (event.clientX - left)) / width)];
  if (state === undefined || state === (steps.at(-1)?.state ?? shownAtBegin)) return;
  addStep(event.timeStamp, state, null);
});

function observe(type: string, see: (entry: PerformanceEntry) => void): void {
  const options = { type, buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => list.getEntries().forEach(see)).observe(options);
}
observe("event", (entry) => {
  const { name, startTime: at, duration } = entry;
  const { interactionId: interaction = 0 } = entry as { interactionId?: number };
  events.push({ name, at, duration, interaction });
});
observe("longtask", ({ startTime: at, duration }) => longTasks.push({ at, duration }));
onLCP(({ value }) => (vitals.lcp = value), { reportAllChanges: true });
onINP(({ value }) => (vitals.inp = value), { reportAllChanges: true });
onCLS(({ value }) => (vitals.cls = value), { reportAllChanges: true });

new MutationObserver(noticeAnswer).observe(document, {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
});

let load: LoadRecord | null = null;

/** The first rows of a report: one record per page. */
const firstRows = new MutationObserver(() => {
  // A table without rows also counts as an answer, the correct one for a small report at 100 %.
  if (readState() === "") return;
  firstRows.disconnect();
  afterPaint((painted) => {
    const request = performance
      .getEntriesByType("resource")
      .find(({ name }) => name.includes("/entitlement-mining-report"));
    const { startTime, responseStart, responseEnd } = (request ??
      {}) as Partial<PerformanceResourceTiming>;
    load = {
      requested: startTime ?? null,
      firstByte: responseStart ?? null,
      lastByte: responseEnd ?? null,
      painted,
    };
  });
});
firstRows.observe(document, { subtree: true, childList: true });

/** The share of the table's height without data, read after layout. */
function missingShare(): number {
  const table = grid();
  if (!table) return 1;
  const box = table.getBoundingClientRect();
  const top =
    table.querySelector('[role="columnheader"]')?.getBoundingClientRect().bottom ?? box.top;
  let shown = 0;
  for (const row of table.querySelectorAll("[data-row]")) {
    if (row.querySelector('[aria-busy="true"]')) continue;
    const { top: rowTop, bottom } = row.getBoundingClientRect();
    shown += Math.max(0, Math.min(bottom, box.bottom) - Math.max(rowTop, top));
  }
  return Math.max(0, 1 - shown / (box.bottom - top));
}

function watchFrames(before: number): void {
  requestAnimationFrame((now) => {
    if (!plan?.frames) return;
    afterPaint(() => frames.push({ took: now - before, missing: missingShare() }));
    watchFrames(now);
  });
}

async function standStill(): Promise<void> {
  const from = performance.now();
  const isStill = (): boolean => {
    const now = performance.now();
    return now - Math.max(changedAt, from) > STILL || now - from > MAX_WAIT;
  };
  const answered = (): boolean => open >= steps.length || performance.now() - from > MAX_WAIT / 4;
  while (!isStill() || !answered()) await new Promise((resolve) => setTimeout(resolve, 50));
}

const probe: Probe = {
  begin(next) {
    plan = next;
    steps = [];
    frames = [];
    open = 0;
    shownAtBegin = readState();
    began = performance.now();
    if (next.frames) requestAnimationFrame(watchFrames);
  },
  async end() {
    await standStill();
    const input = plan?.input ?? "none";
    plan = null;
    return {
      input,
      steps,
      state: readState(),
      events: events.filter(({ at }) => at >= began),
      longTasks: longTasks
        .filter(({ at, duration }) => at + duration > began)
        .map((task) => task.duration),
      frames,
    };
  },
  loadRecord: () => load,
  vitals: () => ({ ...vitals }),
  state: readState,
};
window.provisionProbe = probe;
