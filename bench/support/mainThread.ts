/** The tasks of a page's main thread with their CPU time, because on a busy machine a short task may wait long. */
import type { Page } from "@playwright/test";

export interface Task {
  /** Milliseconds from its start to its end. */
  readonly took: number;
  /** CPU milliseconds of the thread. */
  readonly worked: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TASK = "ThreadControllerImpl::RunTask";
const MAIN_THREAD = "CrRendererMain";

/** @returns a function that stops it and returns the tasks. */
export async function traceTasks(page: Page): Promise<() => Promise<readonly Task[]>> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error("This browser cannot be traced");
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"], recordMode: "recordAsMuchAsPossible" },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    return tasksOf(events);
  };
}

/** The busiest page: another, empty one may exist. */
function tasksOf(events: readonly TraceEvent[]): readonly Task[] {
  const mains = events.filter(
    ({ name, args }) => name === "thread_name" && args?.name === MAIN_THREAD,
  );
  const all = mains.map((main) =>
    events
      .filter(({ name, pid, tid }) => name === TASK && pid === main.pid && tid === main.tid)
      .map(({ dur = 0, tdur = 0 }) => ({ took: dur / 1000, worked: tdur / 1000 })),
  );
  return all.reduce((most, tasks) => (tasks.length > most.length ? tasks : most), []);
}
