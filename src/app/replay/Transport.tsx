import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from "@tabler/icons-react";
import { useMemo } from "react";
import { findEvent, isError, type EventFilter } from "../../kernel/log/eventKinds.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { SeekSlider, type SeekMark } from "../../ui/SeekSlider.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { InspectorProps } from "./history.ts";
import { SPEEDS } from "./player.ts";
import { formatOffset } from "./texts.ts";
import { usePlayer } from "./usePlayer.ts";
import { replayMessages } from "./messages.ts";
import styles from "./Inspector.module.css";

/** Maximum error marks on the timeline; more would hide it. */
const MAX_MARKS = 200;

const JUMPS = ["error", "navigation", "call", "action"] as const satisfies readonly EventFilter[];

export function Transport({ history: { timeline, player }, count, divergence }: InspectorProps) {
  const t = useMessages(replayMessages);
  const { position, isPlaying, speed } = usePlayer(player);
  const { events } = timeline;
  const marks = useMemo(
    () => marksOf(events, count, divergence?.at ?? null),
    [events, count, divergence],
  );
  const start = events[0]?.time ?? 0;
  const offsetAt = (at: number) => formatOffset((events[at - 1]?.time ?? start) - start);
  const placeOf = (at: number) => `${t.positionOf(at, count)} · ${offsetAt(at)}`;
  const describe = (at: number) => {
    const event = events[at - 1];
    return event ? t.place(at, count, event.type, offsetAt(at)) : t.beforeFirst(count);
  };
  return (
    <div className={styles.transport}>
      <div className={styles.buttons} role="group" aria-label={t.playing}>
        <IconButton
          label={t.previous}
          size="small"
          icon={<IconPlayerTrackPrev size={16} />}
          idle={position === 0}
          onClick={() => player.seek(position - 1)}
        />
        <IconButton
          label={isPlaying ? t.pause : t.play}
          variant="secondary"
          size="small"
          icon={isPlaying ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          onClick={isPlaying ? player.pause : player.play}
        />
        <IconButton
          label={t.next}
          size="small"
          icon={<IconPlayerTrackNext size={16} />}
          idle={position === count}
          onClick={() => player.seek(position + 1)}
        />
        <SelectField
          className={styles.speed}
          label={t.speed}
          hideLabel
          value={String(speed)}
          options={SPEEDS.map((one) => ({ value: String(one), label: `${one} ×` }))}
          onChange={(value) => player.setSpeed(Number(value))}
        />
      </div>
      <div className={styles.line}>
        <SeekSlider
          label={t.line}
          value={position}
          max={Math.max(1, count)}
          marks={marks}
          valueText={describe}
          onChange={player.seek}
        />
        <span className={styles.place} data-longest={placeOf(count)}>
          {placeOf(position)}
        </span>
      </div>
      <div className={styles.jumps} role="group" aria-label={t.goToNext}>
        <span className={styles.next} aria-hidden="true">
          {t.nextWord}
        </span>
        {JUMPS.map((to) => {
          const at = findEvent(events, to, position);
          return (
            <Button
              key={to}
              size="small"
              aria-label={t.nextOf(t.jumps[to])}
              aria-disabled={at < 0 || undefined}
              onClick={() => {
                if (at >= 0) player.seek(at + 1);
              }}
            >
              {t.jumps[to]}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

function marksOf(
  events: InspectorProps["history"]["timeline"]["events"],
  count: number,
  divergedAt: number | null,
): readonly SeekMark[] {
  const marks: SeekMark[] = [];
  for (let at = 0; at < count && marks.length < MAX_MARKS; at += 1) {
    const event = events[at];
    if (event && isError(event)) marks.push({ at: at + 1, tone: "error" });
  }
  if (divergedAt !== null) marks.push({ at: divergedAt + 1, tone: "warning" });
  return marks;
}
