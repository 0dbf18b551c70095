import { useCallback, useEffect, useRef, useState } from "react";
import { isError, kindOf, type EventFilter } from "../../kernel/log/eventKinds.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { VirtualRows, type VirtualRowsHandle } from "../../ui/virtual-rows/VirtualRows.tsx";
import type { InspectorProps } from "./history.ts";
import { summaryOf, formatOffset } from "./texts.ts";
import { useFoundEvents } from "./useFoundEvents.ts";
import { usePlayer } from "./usePlayer.ts";
import { replayMessages } from "./messages.ts";
import styles from "./Inspector.module.css";

const FILTERS: readonly EventFilter[] = ["all", "action", "navigation", "call", "error"];

export function EventList({ history: { timeline, player }, count, divergence }: InspectorProps) {
  const t = useMessages(replayMessages);
  const [filter, setFilter] = useState<EventFilter>("all");
  const [text, setText] = useState("");
  const { position } = usePlayer(player);
  const { events } = timeline;
  const found = useFoundEvents(timeline, count, { filter, text });
  const { rows } = found;
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
            <span className={styles.brief}>{summaryOf(event)}</span>
          </span>
          <span role="gridcell" className={styles.kind}>
            {at === divergedAt ? (
              <Tag tone="warning">{t.departs}</Tag>
            ) : isError(event) ? (
              <Tag tone="error">{t.error}</Tag>
            ) : (
              t.kinds[kindOf(event)]
            )}
          </span>
        </>
      );
    },
    [rows, events, start, divergedAt, t],
  );
  const choose = (row: number) => {
    const at = rows[row];
    if (at !== undefined) player.seek(at + 1);
  };
  return (
    <div className={styles.list}>
      <div className={styles.filters}>
        <SearchField className={styles.search} label={t.search} value={text} onChange={setText} />
        <SelectField
          label={t.which}
          hideLabel
          value={filter}
          options={FILTERS.map((one) => ({ value: one, label: t.filters[one] }))}
          onChange={(value) => setFilter(FILTERS.find((one) => one === value) ?? "all")}
        />
      </div>
      <p className={styles.found} role="status">
        {rows.length === found.count
          ? t.events(found.count)
          : t.someEvents(rows.length, found.count)}
      </p>
      <VirtualRows
        // The rows are new, so none of them is active yet.
        key={`${found.filter} ${found.text}`}
        ref={list}
        ariaLabel={t.list}
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
        empty={t.noMatch}
      />
    </div>
  );
}
