import { useLayoutEffect, useRef, useState } from "react";
import { searchSteps, type EventSearch } from "../../kernel/log/eventKinds.ts";
import { giveWay, runInSlices } from "../timeSlicing.ts";
import type { Timeline } from "../../kernel/log/timeline.ts";

export interface FoundEvents extends EventSearch {
  /** Number of searched events. */
  readonly count: number;
  /** Positions, ascending. */
  readonly rows: readonly number[];
}

const NOTHING_YET: FoundEvents = { filter: "all", text: "", count: 0, rows: [] };

/**
 * The events of a log that match a search. A long log is searched in time slices, and earlier matches stay until the
 * search is complete. If only the log grew, the search continues at its end.
 */
export function useFoundEvents(
  { events }: Pick<Timeline, "events">,
  count: number,
  { filter, text }: EventSearch,
): FoundEvents {
  const [found, setFound] = useState({ events, ...NOTHING_YET });
  const newest = useRef(count);
  useLayoutEffect(() => {
    newest.current = count;
  }, [count]);
  const isSame = found.events === events && found.filter === filter && found.text === text;
  const isDue = !isSame || found.count !== count;
  useLayoutEffect(() => {
    if (!isDue) return;
    const until = newest.current;
    const before = isSame && found.count <= until ? found : NOTHING_YET;
    const ending = new AbortController();
    const steps = searchSteps(events, { filter, text }, before.count, until);
    void runInSlices(steps, ending.signal, undefined, giveWay).then((more) => {
      if (!more || ending.signal.aborted) return;
      const rows = before.rows.length === 0 ? more : [...before.rows, ...more];
      setFound({ events, filter, text, count: until, rows });
    });
    return () => ending.abort();
    // Growth of the log does not restart the search.
  }, [isDue, isSame, found, events, filter, text]);
  return found;
}
