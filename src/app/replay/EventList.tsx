import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import {
  isError,
  kindOf,
  searchEvents,
  type EventFilter,
  type EventKind,
} from "../../kernel/log/eventKinds.ts";
import { formatCount } from "../../ui/format.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { VirtualRows, type VirtualRowsHandle } from "../../ui/virtual-rows/VirtualRows.tsx";
import type { InspectorProps } from "./history.ts";
import { briefOf, formatOffset } from "./texts.ts";
import { usePlayer } from "./usePlayer.ts";
import styles from "./Inspector.module.css";

const FILTERS: readonly { readonly value: EventFilter; readonly label: string }[] = [
  { value: "all", label: "All events" },
  { value: "action", label: "Actions" },
  { value: "navigation", label: "Navigation" },
  { value: "call", label: "API calls" },
  { value: "error", label: "Errors" },
];

const KIND_NAMES: Readonly<Record<EventKind, string>> = {
  action: "Action",
  navigation: "Navigation",
  call: "API",
  app: "App",
};

export function EventList({ history: { timeline, player }, count, divergence }: InspectorProps) {
  const [filter, setFilter] = useState<EventFilter>("all");
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const { position } = usePlayer(player);
  const { events } = timeline;
  const rows = useMemo(
    () => searchEvents(events.slice(0, count), filter, wanted),
    [events, count, filter, wanted],
  );
  const divergedAt = divergence?.at ?? null;
  const start = events[0]?.time ?? 0;

  const list = useRef<VirtualRowsHandle>(null);
  const current = rows.indexOf(position - 1);
  useEffect(() => {
    if (current >= 0) list.current?.setActive(current);
  }, [current]);

  const renderRow = useCallback(
    (row: number) => {
      const at = rows[row];
      const event = at === undefined ? undefined : events[at];
      if (at === undefined || !event) return null;
      return (
        <>
          <span role="gridcell" className={styles.seq}>
            {event.seq}
          </span>
          <span role="gridcell" className={styles.time}>
            {formatOffset(event.time - start)}
          </span>
          <span role="gridcell" className={styles.what}>
            <span className={styles.type}>{event.type}</span>{" "}
            <span className={styles.brief}>{briefOf(event)}</span>
          </span>
          <span role="gridcell" className={styles.kind}>
            {at === divergedAt ? (
              <Tag tone="warning">Departs</Tag>
            ) : isError(event) ? (
              <Tag tone="error">Error</Tag>
            ) : (
              KIND_NAMES[kindOf(event)]
            )}
          </span>
        </>
      );
    },
    [rows, events, start, divergedAt],
  );
  const choose = (row: number) => {
    const at = rows[row];
    if (at !== undefined && at + 1 !== player.getState().position) player.seek(at + 1);
  };
  return (
    <div className={styles.list}>
      <div className={styles.filters}>
        <SearchField
          className={styles.search}
          label="Search events"
          value={text}
          onChange={setText}
        />
        <SelectField
          label="Which events"
          hideLabel
          value={filter}
          options={FILTERS}
          onChange={(value) =>
            setFilter(FILTERS.find((one) => one.value === value)?.value ?? "all")
          }
        />
      </div>
      <p className={styles.found} role="status">
        {rows.length === count
          ? `${formatCount(count)} events`
          : `${formatCount(rows.length)} of ${formatCount(count)} events`}
      </p>
      <VirtualRows
        // Other rows: none of them is the active one yet.
        key={`${filter} ${wanted}`}
        ref={list}
        ariaLabel="Events"
        className={styles.rows}
        rowCount={rows.length}
        rowHeight={28}
        renderRow={renderRow}
        rowTraits={(row) => ({
          selected: rows[row] === position - 1,
          className: rows[row] === position - 1 ? styles.chosen : undefined,
        })}
        onActive={choose}
        onOpen={choose}
        onToggle={choose}
        empty="No event matches. Change the search or the filter."
      />
    </div>
  );
}
