import { useUnit } from "effector-react";
import type { OwnSession } from "#events/calls/sessions.ts";
import { isReportable } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { sentence } from "../../ui/language/sentence.ts";
import { deviceName } from "./rules.ts";
import {
  $ending,
  $isAskingEverywhere,
  $sessions,
  chooseEnd,
  confirmEndEverywhere,
  endOthersCall,
  retrySessions,
  toggleEndEverywhere,
} from "./sessions.ts";
import { profileMessages } from "./messages.ts";
import styles from "./View.module.css";

/** Where one is signed in. */
export function Sessions() {
  const t = useMessages(profileMessages).sessions;
  const say = useSay();
  const { sessions, retry, toggle } = useUnit({
    sessions: $sessions,
    retry: retrySessions,
    toggle: toggleEndEverywhere,
  });
  const { items, failure } = sessions;
  return (
    <Panel
      title={t.title}
      context={t.context}
      actions={
        <Button
          idle={items === null || items.every(({ current }) => current)}
          onClick={() => toggle({ open: true })}
        >
          {t.endOthers}
        </Button>
      }
    >
      {items === null && failure === null && <Skeleton height={60} />}
      {failure && isReportable(failure) && (
        <p>
          {t.notLoaded} {sentence(say(failure.message))}{" "}
          <Button size="small" onClick={() => retry({})}>
            {t.again}
          </Button>
        </p>
      )}
      <ul className={styles.sessions} aria-label={t.list}>
        {items?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      <EverywhereModal />
    </Panel>
  );
}

function Session({ session }: { readonly session: OwnSession }) {
  const t = useMessages(profileMessages).sessions;
  const { now, ending, end } = useUnit({ now: $now, ending: $ending, end: chooseEnd });
  const device = deviceName(session, t);
  const [began, seen] = [Date.parse(session.createdAt), Date.parse(session.lastSeenAt)];
  return (
    <li className={styles.session}>
      <div className={styles.texts}>
        <p className={styles.device}>
          {device} {session.current && <Tag tone="accent">{t.current}</Tag>}
        </p>
        <p className={styles.facts}>
          {session.address !== null && <span>{session.address}</span>}
          <span>
            {t.began} <RelativeTime at={began} now={now} />
          </span>
          <span>
            {t.active} <RelativeTime at={seen} now={now} />
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={ending === session.id}
          aria-label={t.endOf(device)}
          onClick={() => end({ sessionId: session.id })}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}

function EverywhereModal() {
  const t = useMessages(profileMessages).sessions;
  const say = useSay();
  const { open, request, confirm, toggle } = useUnit({
    open: $isAskingEverywhere,
    request: endOthersCall.$request,
    confirm: confirmEndEverywhere,
    toggle: toggleEndEverywhere,
  });
  return (
    <ConfirmModal
      open={open}
      title={t.askOthers}
      message={t.endsOthers}
      continueLabel={t.endOthers}
      danger
      busy={request.status === "InProgress"}
      onContinue={() => confirm({})}
      onClose={() => toggle({ open: false })}
    >
      {request.failure && (
        <Alert severity="error" title={t.othersFailed} live>
          {say(request.failure.message)}
        </Alert>
      )}
    </ConfirmModal>
  );
}
