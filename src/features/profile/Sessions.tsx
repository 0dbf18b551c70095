import { useUnit } from "effector-react";
import type { OwnSession } from "#events/calls/sessions.ts";
import { isToldByScreen } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
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
import { profileWords } from "./words.ts";
import styles from "./View.module.css";

/** Where one is signed in. */
export function Sessions() {
  const words = useWords(profileWords).sessions;
  const say = useSay();
  const { sessions, retry, toggle } = useUnit({
    sessions: $sessions,
    retry: retrySessions,
    toggle: toggleEndEverywhere,
  });
  const { items, failure } = sessions;
  return (
    <Panel
      title={words.title}
      context={words.context}
      actions={
        <Button
          idle={items === null || items.every(({ current }) => current)}
          onClick={() => toggle({ open: true })}
        >
          {words.endOthers}
        </Button>
      }
    >
      {items === null && failure === null && <Skeleton height={60} />}
      {failure && isToldByScreen(failure) && (
        <p>
          {words.notLoaded} {sentence(say(failure.message))}{" "}
          <Button size="small" onClick={() => retry({})}>
            {words.again}
          </Button>
        </p>
      )}
      <ul className={styles.sessions} aria-label={words.list}>
        {items?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      <EverywhereModal />
    </Panel>
  );
}

function Session({ session }: { readonly session: OwnSession }) {
  const words = useWords(profileWords).sessions;
  const { now, ending, end } = useUnit({ now: $now, ending: $ending, end: chooseEnd });
  const device = deviceName(session, words);
  const [began, seen] = [Date.parse(session.createdAt), Date.parse(session.lastSeenAt)];
  return (
    <li className={styles.session}>
      <div className={styles.texts}>
        <p className={styles.device}>
          {device} {session.current && <Tag tone="accent">{words.current}</Tag>}
        </p>
        <p className={styles.facts}>
          {session.address !== null && <span>{session.address}</span>}
          <span>
            {words.began} <RelativeTime at={began} now={now} />
          </span>
          <span>
            {words.active} <RelativeTime at={seen} now={now} />
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={ending === session.id}
          aria-label={words.endOf(device)}
          onClick={() => end({ sessionId: session.id })}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}

function EverywhereModal() {
  const words = useWords(profileWords).sessions;
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
      title={words.askOthers}
      message={words.endsOthers}
      continueLabel={words.endOthers}
      danger
      busy={request.status === "InProgress"}
      onContinue={() => confirm({})}
      onClose={() => toggle({ open: false })}
    >
      {request.failure && (
        <Alert severity="error" title={words.othersFailed} live>
          {say(request.failure.message)}
        </Alert>
      )}
    </ConfirmModal>
  );
}
