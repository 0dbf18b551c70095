import { useMemo } from "react";
import type { Envelope } from "#events/kernel/event.ts";
import type { Divergence } from "../../kernel/log/checkReplay.ts";
import { differencesOf } from "../../kernel/log/diff.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { placeOf, type InspectorProps } from "./history.ts";
import { describeDivergence, describeSuspects, payloadText, valueText } from "./texts.ts";
import { usePlayer } from "./usePlayer.ts";
import { replayMessages } from "./messages.ts";
import styles from "./Inspector.module.css";

/** Maximum listed effects of an event, and changes of one projection. */
const MAX_LISTED = 20;

export function EventDetail({ history, count, divergence }: InspectorProps) {
  const t = useMessages(replayMessages);
  const { instant } = useFormats();
  const { timeline, player } = history;
  const at = usePlayer(player).position - 1;
  const event = timeline.events[at];
  const causedBy = useMemo(
    () => (event?.cause == null ? -1 : placeOf(timeline.events, event.cause)),
    [timeline, event],
  );
  const ledTo = useMemo(
    () => (event ? placesCausedBy(timeline.events.slice(0, count), event.id) : []),
    [timeline, event, count],
  );
  if (!event) {
    return (
      <div className={styles.detail}>
        <p className={styles.hint}>{t.chooseEvent}</p>
      </div>
    );
  }
  const link = (place: number) => {
    const other = timeline.events[place];
    return (
      other && (
        <button type="button" className={styles.link} onClick={() => player.seek(place + 1)}>
          #{other.seq} {other.type}
        </button>
      )
    );
  };
  return (
    // Overflowing content must be scrollable by keys, too.
    <div className={styles.detail} role="region" aria-label={t.chosen} tabIndex={0}>
      <h2 className={styles.heading}>
        #{event.seq} {event.type}
      </h2>
      <p className={styles.hint}>{instant(event.time)}</p>
      {divergence?.at === at && (
        <Alert severity="warning" title={describeDivergence(divergence.divergence, t)}>
          {describeSuspects(divergence.divergence, t)}
          <ExpectedValues divergence={divergence.divergence} />
        </Alert>
      )}
      <dl className={styles.relations}>
        <dt>{t.causedBy}</dt>
        <dd>
          {causedBy >= 0
            ? link(causedBy)
            : event.cause === null
              ? t.causedByNothing
              : t.causedBefore}
        </dd>
        <dt>{t.ledTo}</dt>
        <dd>
          {ledTo.length === 0
            ? t.ledToNothing
            : ledTo.map((place) => <p key={place}>{link(place)}</p>)}
        </dd>
      </dl>
      <h3 className={styles.part}>{t.payload}</h3>
      <pre className={styles.payload}>{payloadText(event)}</pre>
      <h3 className={styles.part}>{t.changes}</h3>
      <Changes history={history} at={at} />
    </div>
  );
}

function Changes({ history: { timeline }, at }: Pick<InspectorProps, "history"> & { at: number }) {
  const t = useMessages(replayMessages);
  const changes = useMemo(() => timeline.changesOf(at), [timeline, at]);
  if (changes.length === 0) return <p className={styles.hint}>{t.noChange}</p>;
  return changes.map(({ projection, before, after }) => (
    <section key={projection} className={styles.change} aria-label={projection}>
      <h4 className={styles.projection}>{projection}</h4>
      {differencesOf(before, after, MAX_LISTED).map((difference) => (
        <div key={difference.path} className={styles.difference}>
          <code className={styles.changed}>{difference.path || t.whole}</code>
          <del className={styles.before}>
            <span className="visually-hidden">{t.was} </span>
            {valueText(difference.before)}
          </del>
          <ins className={styles.after}>
            <span className="visually-hidden">{t.became} </span>
            {valueText(difference.after)}
          </ins>
        </div>
      ))}
    </section>
  ));
}

/** Recorded values that differ now; for a table with equal counts, that its rows differ. */
export function ExpectedValues({
  divergence: { kind, expected },
}: {
  readonly divergence: Pick<Divergence, "kind" | "expected">;
}) {
  const t = useMessages(replayMessages);
  if (expected.length === 0) return kind === "visible" ? <p>{t.otherRows}</p> : null;
  return (
    <ul className={styles.expected}>
      {expected.slice(0, MAX_LISTED).map(({ path, expected: recorded, got }) => (
        <li key={path}>
          <code className={styles.changed}>{path}</code> {t.expected}{" "}
          <ins className={styles.after}>{valueText(recorded)}</ins> {t.got}{" "}
          <del className={styles.before}>{valueText(got)}</del>
        </li>
      ))}
    </ul>
  );
}

function placesCausedBy(events: readonly Envelope[], id: string): readonly number[] {
  const found: number[] = [];
  for (const [at, { cause }] of events.entries()) {
    if (cause === id) found.push(at);
    if (found.length === MAX_LISTED) break;
  }
  return found;
}
