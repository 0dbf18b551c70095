import type { Message } from "#events/kernel/message.ts";
import { useEffect, useState } from "react";
import type { Divergence } from "../../kernel/log/checkReplay.ts";
import type { LogHeader } from "../../kernel/log/format.ts";
import type { LoggedBodies } from "../../kernel/log/loggedBody.ts";
import { FoldError } from "../../kernel/log/states.ts";
import type { LoggedSession } from "../../kernel/log/writeLog.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { FullScreenDialog } from "../../ui/FullScreenDialog.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { ScreenBoundary } from "../ScreenBoundary.tsx";
import { ExpectedValues } from "./EventDetail.tsx";
import { placeOf } from "./history.ts";
import { Inspector } from "./Inspector.tsx";
import type { ReplayCode } from "./replayCode.ts";
import { ReplayScreen } from "./ReplayScreen.tsx";
import { createSessionReplay, type SessionReplay } from "./sessionReplay.ts";
import { describeDivergence, listedNames } from "./texts.ts";
import { replayMessages, type ReplayMessages } from "./messages.ts";
import styles from "./ReplayView.module.css";

export interface ReplayViewProps {
  readonly fileName: string;
  readonly header: LogHeader;
  /** Each with events. */
  readonly sessions: readonly LoggedSession[];
  readonly bodies: LoggedBodies;
  readonly code: ReplayCode;
  readonly onLeave: () => void;
}

/** A log with the screens that its events produced, above the live app. */
export function ReplayView({ fileName, header, sessions, bodies, code, onLeave }: ReplayViewProps) {
  const t = useMessages(replayMessages);
  const formats = useFormats();
  const [place, setPlace] = useState(0);
  const session = sessions[place];
  return (
    <FullScreenDialog title={t.replayOf(fileName)}>
      <div className={styles.view}>
        <header className={styles.top}>
          <h1 className={styles.title}>{t.replay}</h1>
          <span className={styles.file} title={fileName}>
            {fileName}
          </span>
          <Tag tone={header.redaction === "names" ? "warning" : "info"}>
            {header.redaction === "names" ? t.realNames : t.namesReplaced}
          </Tag>
          <span className={styles.build}>
            Provision {header.appVersions.join(", ") || header.build}
          </span>
          {sessions.length > 1 && (
            <SelectField
              className={styles.sessions}
              label={t.session}
              hideLabel
              value={String(place)}
              options={sessions.map((one, at) => ({
                value: String(at),
                label: nameOf(one, t, formats),
              }))}
              onChange={(value) => setPlace(Number(value))}
            />
          )}
          <Button size="small" className={styles.leave} onClick={onLeave}>
            {t.leave}
          </Button>
        </header>
        {session && (
          <ScreenBoundary
            key={session.id}
            route="replay"
            onError={() => undefined}
            fallback={<CannotReplay why={t.brokenLog} />}
          >
            <OneSession {...{ session, bodies, code }} />
          </ScreenBoundary>
        )}
      </div>
    </FullScreenDialog>
  );
}

function CannotReplay({ why }: { readonly why: string }) {
  const t = useMessages(replayMessages);
  return (
    <div className={styles.notice}>
      <Alert severity="error" title={t.cannotReplay} live>
        {why}
      </Alert>
    </div>
  );
}

type OneSessionProps = Pick<ReplayViewProps, "bodies" | "code"> & {
  readonly session: LoggedSession;
};

function OneSession({ session, bodies, code }: OneSessionProps) {
  const t = useMessages(replayMessages);
  const translate = useTranslate();
  const [broken, setBroken] = useState<{ readonly error: unknown } | null>(null);
  const [replay, setReplay] = useState<SessionReplay | null>(null);
  const [passed, setPassed] = useState(0);
  const [divergence, setDivergence] = useState<Divergence | null>(null);
  const [isDivergenceRead, setDivergenceRead] = useState(false);
  const [failure, setFailure] = useState<Message | null>(null);
  const [isNoticeOpen, setNoticeOpen] = useState(true);
  useEffect(() => {
    const ending = new AbortController();
    let made: SessionReplay | null = null;
    const run = async () => {
      made = createSessionReplay({ session, bodies, code });
      if (!(await made.prepare(ending.signal, setPassed))) return;
      setReplay(made);
      const report = await made.check(ending.signal);
      if (!report) return;
      setDivergence(report.divergence);
      setFailure(report.failure);
    };
    run().catch((error: unknown) => {
      if (!ending.signal.aborted) setBroken({ error });
    });
    return () => {
      ending.abort();
      made?.end();
    };
  }, [session, bodies, code]);

  const all = session.events.length;
  if (broken) {
    const { error } = broken;
    return (
      <CannotReplay why={error instanceof FoldError ? translate(error.reason) : t.brokenLog} />
    );
  }
  if (!replay) {
    return (
      <div className={styles.preparing}>
        <p>{t.preparing(all)}</p>
        <ProgressBar
          label={t.preparingLabel}
          percent={(passed / all) * 100}
          text={t.someEvents(passed, all)}
        />
      </div>
    );
  }
  const lost = session.checkpoint?.lost ?? [];
  const divergedAt = divergence ? placeOf(session.events, divergence.event.id) : -1;
  return (
    <>
      {lost.length > 0 ? (
        <div className={styles.notice}>
          <Alert
            severity="warning"
            title={t.statesLost}
            open={isNoticeOpen}
            onOpenChange={setNoticeOpen}
            live
          >
            {t.beginEmpty(listedNames(lost))}
          </Alert>
        </div>
      ) : (
        all > 0 &&
        session.outcomes.digests.size === 0 && (
          <div className={styles.notice}>
            <Alert
              severity="info"
              title={t.outcomesNotCompared}
              open={isNoticeOpen}
              onOpenChange={setNoticeOpen}
              live
            >
              {t.noOutcomes} {t.lookThrough}
            </Alert>
          </div>
        )
      )}
      <div className={styles.parts}>
        {/* The comparison's result arrives late, so it overlays the panels without moving them. */}
        {(divergence ?? failure) !== null && (
          <div className={styles.findings}>
            {divergence && divergedAt >= 0 && !isDivergenceRead && (
              <Alert
                severity="warning"
                title={describeDivergence(divergence, t)}
                live
                onDismiss={() => setDivergenceRead(true)}
                actions={
                  <Button size="small" onClick={() => replay.player.seek(divergedAt + 1)}>
                    {t.goTo(divergence.event.seq)}
                  </Button>
                }
              >
                {t.asRecorded}
                <ExpectedValues divergence={divergence} />
              </Alert>
            )}
            {failure !== null && (
              <Alert
                severity="warning"
                title={t.tablesNotCompared}
                live
                onDismiss={() => setFailure(null)}
              >
                {translate(failure)} {t.lookThrough}
              </Alert>
            )}
          </div>
        )}
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

function nameOf({ events }: LoggedSession, t: ReplayMessages, { instant }: Formats): string {
  const first = events[0];
  return t.nameOf(first ? instant(first.time) : "–", events.length);
}
