import { useMemo } from "react";
import type { Envelope } from "#events/kernel/event.ts";
import type { Divergence } from "../../kernel/log/checkReplay.ts";
import { differencesOf } from "../../kernel/log/difference.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useFormats, useWords } from "../../ui/language/LanguageProvider.tsx";
import { placeOf, type InspectorProps } from "./history.ts";
import { describeDivergence, describeSuspects, payloadText, valueText } from "./texts.ts";
import { usePlayer } from "./usePlayer.ts";
import { replayWords } from "./words.ts";
import styles from "./Inspector.module.css";

/** Events that an event led to, and changes of one projection, that are listed. */
const MOST_LISTED = 20;

export function EventDetail({ history, count, divergence }: InspectorProps) {
  const words = useWords(replayWords);
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
        <p className={styles.hint}>{words.chooseEvent}</p>
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
    // What is longer than its place is scrolled by keys, too.
    <div className={styles.detail} role="region" aria-label={words.chosen} tabIndex={0}>
      <h2 className={styles.heading}>
        #{event.seq} {event.type}
      </h2>
      <p className={styles.hint}>{instant(event.time)}</p>
      {divergence?.at === at && (
        <Alert severity="warning" title={describeDivergence(divergence.divergence, words)}>
          {describeSuspects(divergence.divergence, words)}
          <ExpectedValues divergence={divergence.divergence} />
        </Alert>
      )}
      <dl className={styles.relations}>
        <dt>{words.causedBy}</dt>
        <dd>
          {causedBy >= 0
            ? link(causedBy)
            : event.cause === null
              ? words.causedByNothing
              : words.causedBefore}
        </dd>
        <dt>{words.ledTo}</dt>
        <dd>
          {ledTo.length === 0
            ? words.ledToNothing
            : ledTo.map((place) => <p key={place}>{link(place)}</p>)}
        </dd>
      </dl>
      <h3 className={styles.part}>{words.payload}</h3>
      <pre className={styles.payload}>{payloadText(event)}</pre>
      <h3 className={styles.part}>{words.changes}</h3>
      <Changes history={history} at={at} />
    </div>
  );
}

function Changes({ history: { timeline }, at }: Pick<InspectorProps, "history"> & { at: number }) {
  const words = useWords(replayWords);
  const changes = useMemo(() => timeline.changesOf(at), [timeline, at]);
  if (changes.length === 0) return <p className={styles.hint}>{words.noChange}</p>;
  return changes.map(({ projection, before, after }) => (
    <section key={projection} className={styles.change} aria-label={projection}>
      <h4 className={styles.projection}>{projection}</h4>
      {differencesOf(before, after, MOST_LISTED).map((difference) => (
        <div key={difference.path} className={styles.difference}>
          <code className={styles.changed}>{difference.path || words.whole}</code>
          <del className={styles.before}>
            <span className="visually-hidden">{words.was} </span>
            {valueText(difference.before)}
          </del>
          <ins className={styles.after}>
            <span className="visually-hidden">{words.became} </span>
            {valueText(difference.after)}
          </ins>
        </div>
      ))}
    </section>
  ));
}

/** What was recorded of values that are others now; of a table whose counts are the same, that its rows are not. */
export function ExpectedValues({
  divergence: { kind, expected },
}: {
  readonly divergence: Pick<Divergence, "kind" | "expected">;
}) {
  const words = useWords(replayWords);
  if (expected.length === 0) return kind === "visible" ? <p>{words.otherRows}</p> : null;
  return (
    <ul className={styles.expected}>
      {expected.slice(0, MOST_LISTED).map(({ path, expected: recorded, got }) => (
        <li key={path}>
          <code className={styles.changed}>{path}</code> {words.expected}{" "}
          <ins className={styles.after}>{valueText(recorded)}</ins> {words.got}{" "}
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
    if (found.length === MOST_LISTED) break;
  }
  return found;
}
