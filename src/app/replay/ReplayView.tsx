import { useEffect, useState } from "react";
import type { Divergence } from "../../kernel/log/checkReplay.ts";
import type { LogHeader } from "../../kernel/log/format.ts";
import type { LoggedBody, LoggedSession } from "../../kernel/log/writeLog.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { formatCount } from "../../ui/format.ts";
import { FullScreenDialog } from "../../ui/FullScreenDialog.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { placeOf } from "./history.ts";
import { Inspector } from "./Inspector.tsx";
import type { ReplayCode } from "./replayCode.ts";
import { ReplayScreen } from "./ReplayScreen.tsx";
import { createSessionReplay, type SessionReplay } from "./sessionReplay.ts";
import { describeDivergence, formatMoment } from "./texts.ts";
import styles from "./ReplayView.module.css";

export interface ReplayViewProps {
  readonly fileName: string;
  readonly header: LogHeader;
  /** Each with events. */
  readonly sessions: readonly LoggedSession[];
  readonly bodies: readonly LoggedBody[];
  readonly code: ReplayCode;
  readonly onLeave: () => void;
}

/** A log beside the screens that it led to, over the live app. */
export function ReplayView({ fileName, header, sessions, bodies, code, onLeave }: ReplayViewProps) {
  const [place, setPlace] = useState(0);
  const session = sessions[place];
  return (
    <FullScreenDialog title={`Replay of ${fileName}`}>
      <div className={styles.view}>
        <header className={styles.top}>
          <h1 className={styles.title}>Replay</h1>
          <span className={styles.file} title={fileName}>
            {fileName}
          </span>
          <Tag tone={header.redaction === "names" ? "warning" : "info"}>
            {header.redaction === "names" ? "Real names" : "Names replaced"}
          </Tag>
          <span className={styles.build}>
            Provision {header.appVersions.join(", ") || header.build}
          </span>
          {sessions.length > 1 && (
            <SelectField
              className={styles.sessions}
              label="Session"
              hideLabel
              value={String(place)}
              options={sessions.map((one, at) => ({ value: String(at), label: nameOf(one) }))}
              onChange={(value) => setPlace(Number(value))}
            />
          )}
          <Button size="small" className={styles.leave} onClick={onLeave}>
            Leave replay
          </Button>
        </header>
        {session && <OneSession key={session.id} {...{ session, bodies, code }} />}
      </div>
    </FullScreenDialog>
  );
}

type OneSessionProps = Pick<ReplayViewProps, "bodies" | "code"> & {
  readonly session: LoggedSession;
};

function OneSession({ session, bodies, code }: OneSessionProps) {
  const [replay, setReplay] = useState<SessionReplay | null>(null);
  const [passed, setPassed] = useState(0);
  const [divergence, setDivergence] = useState<Divergence | null>(null);
  useEffect(() => {
    const made = createSessionReplay({ session, bodies, code });
    const ending = new AbortController();
    const run = async () => {
      if (!(await made.prepare(ending.signal, setPassed))) return;
      setReplay(made);
      const report = await made.check(ending.signal);
      if (report) setDivergence(report.divergence);
    };
    void run();
    return () => {
      ending.abort();
      made.end();
    };
  }, [session, bodies, code]);

  const all = session.events.length;
  if (!replay) {
    return (
      <div className={styles.preparing}>
        <p>Preparing {formatCount(all)} events</p>
        <ProgressBar
          label="Preparing the replay"
          percent={(passed / all) * 100}
          text={`${formatCount(passed)} of ${formatCount(all)} events`}
        />
      </div>
    );
  }
  const divergedAt = divergence ? placeOf(session.events, divergence.event.id) : -1;
  return (
    <>
      {divergence && divergedAt >= 0 && (
        <div className={styles.notice}>
          <Alert
            severity="warning"
            title={describeDivergence(divergence)}
            live
            actions={
              <Button size="small" onClick={() => replay.player.seek(divergedAt + 1)}>
                Go to event {divergence.event.seq}
              </Button>
            }
          >
            Up to there everything is as recorded. What is shown from there on may be other than
            what the administrator saw.
          </Alert>
        </div>
      )}
      <div className={styles.parts}>
        <ReplayScreen replay={replay} />
        <Inspector
          history={replay}
          count={all}
          divergence={divergence && divergedAt >= 0 ? { divergence, at: divergedAt } : null}
        />
      </div>
    </>
  );
}

function nameOf({ events }: LoggedSession): string {
  const first = events[0];
  return `${first ? formatMoment(first.time) : "–"} (${formatCount(events.length)} events)`;
}
