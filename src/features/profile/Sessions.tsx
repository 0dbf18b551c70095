import { useUnit } from "effector-react";
import type { OwnSession } from "#events/calls/sessions.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { sentence } from "../../ui/language/sentence.ts";
import { deviceName } from "./rules.ts";
import { $ending, $sessions, chooseEnd, endOthers, retrySessions } from "./sessions.ts";
import { profileMessages } from "./messages.ts";
import styles from "./View.module.css";

/** The user's sessions. */
export function Sessions() {
  const t = useMessages(profileMessages).sessions;
  const translate = useTranslate();
  const { sessions, retry, ask } = useUnit({
    sessions: $sessions,
    retry: retrySessions,
    ask: endOthers.open,
  });
  const { value: items, failure } = sessions;
  return (
    <Panel
      title={t.title}
      context={t.context}
      actions={
        <Button
          idle={items === null || items.every(({ current }) => current)}
          onClick={() => ask({ subject: {} })}
        >
          {t.endOthers}
        </Button>
      }
    >
      {items === null && failure === null && <Skeleton height={60} />}
      {failure && (
        <p>
          {t.notLoaded} {sentence(translate(reasonOf(failure)))}{" "}
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
      <EndOthers />
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

function EndOthers() {
  const t = useMessages(profileMessages).sessions;
  return (
    <ConfirmDialog
      dialog={useConfirmation(endOthers)}
      title={t.askOthers}
      description={t.endsOthers}
      confirmLabel={t.endOthers}
      failedTitle={t.othersFailed}
    />
  );
}
